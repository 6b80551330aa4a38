/* The functions of counting for Python, which are of the module. */
#ifndef PFM_PYTHON_COUNTING_H
#define PFM_PYTHON_COUNTING_H

extern PyMethodDef counting_methods[];

#endif
