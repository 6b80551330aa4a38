/* The files of this folder as text; embed.awk makes them that during the build. */
#ifndef PFM_PAGE_H
#define PFM_PAGE_H

extern const char page_html[], page_css[], encode_js[], page_js[];

#endif
