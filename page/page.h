/* The files of this directory as text; scripts/embed.awk makes them that during the build. */
#ifndef PFM_PAGE_H
#define PFM_PAGE_H

extern const char page_html[], page_css[], machine_js[], questions_js[], page_js[];

/* The tools compiled for browsers, by gzip and in base64; "": the build had no compiler for that. */
extern const char tools_base64[];

#endif
