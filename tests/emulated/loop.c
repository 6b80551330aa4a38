/*
 * loop N: runs a loop of exactly N iterations and nothing else to speak of, so that a counter of instructions can be
 * checked: 2 instructions an iteration on Arm and RISC-V, 1 on POWER.
 */
#include <stdlib.h>

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;

#if defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(n) : : "cc");
#elif defined(__powerpc64__)
	__asm__ volatile("mtctr %0\n1: bdnz 1b" : : "r"(n) : "ctr");
#elif defined(__riscv)
	__asm__ volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(n));
#else
#error loop of known length: not written for this architecture
#endif
	return 0;
}
