//! Client requests to valgrind, which recognises an instruction sequence that has no effect elsewhere (valgrind.h, memcheck.h; amd64).

/// MAKE_MEM_UNDEFINED of memcheck.
const UNDEFINE: usize = 0x4d43_0001;
const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;

/// Marks elements as undefined; memcheck then reports every branch and every address that depends on them.
pub(crate) fn undefine<T: Copy>(secret: &mut [T]) {
    undefine_at(secret.as_mut_ptr() as usize, size_of_val(secret));
}

/// Marks memory as undefined that another owner has taken over.
pub(crate) fn undefine_at(address: usize, bytes: usize) {
    request(UNDEFINE, address, bytes);
}

pub(crate) fn runs_under_valgrind() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// How many errors memcheck has reported so far.
pub(crate) fn reported() -> usize {
    request(COUNT_ERRORS, 0, 0)
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "inline assembly; it reads `request` and writes one register")]
fn request(code: usize, address: usize, length: usize) -> usize {
    let request = [code, address, length, 0, 0, 0];
    let mut result = 0_usize;
    // SAFETY: outside valgrind the rotations add up to two full turns of rdi, and exchanging rbx with itself
    // does nothing. Under valgrind the marks of memory change, never the memory.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") request.as_ptr(),
            inout("rdx") result,
            inout("rdi") 0_usize => _,
        );
    }
    result
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: usize, _: usize) -> usize {
    0
}
