/* A loop of known length: 2 instructions an iteration on Arm and RISC-V, 1 on POWER. */
static void run_loop(unsigned long n)
{
#if defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(n) : : "cc");
#elif defined(__powerpc64__)
	__asm__ volatile("mtctr %0\n1: bdnz 1b" : : "r"(n) : "ctr");
#elif defined(__riscv)
	__asm__ volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(n));
#else
#error loop of known length: not written for this architecture
#endif
}
