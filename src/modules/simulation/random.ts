/** Numbers from 0 up to 1 that look drawn, and are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A number of times for an event that happens `mean` times on average (Poisson, by Knuth). */
export function timesOf(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let times = 0
  for (let product = random(); product > limit; product *= random()) times += 1
  return times
}

export function shuffle<T>(list: T[], random: () => number): T[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = [list[last] as T, list[other] as T]
    list[last] = two
    list[other] = one
  }
  return list
}
