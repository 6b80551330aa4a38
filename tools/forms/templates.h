/* The texts of templates/, which the build embeds. */
#ifndef PFM_FORM_TEMPLATES_H
#define PFM_FORM_TEMPLATES_H

extern const char c_txt[], go_txt[], python_txt[], rust_txt[];

#endif
