/** Whether one letter more, less, other or swapped with the next one makes one word of the other. */
export function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return left.length + right.length > 0
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
