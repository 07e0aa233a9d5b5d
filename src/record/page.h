// The style and the script of report.html, embedded from page.css and page.js at build time.
#ifndef VT_RECORD_PAGE_H
#define VT_RECORD_PAGE_H

#include <stddef.h>

extern const unsigned char vt_page_css[], vt_page_js[];
extern const size_t vt_page_css_size, vt_page_js_size;

#endif
