// What R calls when it loads the library; the functions are registered by extendr.
void R_init_candor_extendr(void *dll);

void R_init_candor(void *dll) { R_init_candor_extendr(dll); }
