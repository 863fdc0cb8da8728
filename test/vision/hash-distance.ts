/** Bits of two fingerprints' hashes that differ, 0 to 64. */
export function hashDistance(a: string, b: string): number {
  const differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  return differing.toString(2).replaceAll('0', '').length
}
