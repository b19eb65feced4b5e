/** @returns what runs one work after the other; one that fails holds up none */
export function takeTurns(): (work: () => Promise<void>) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
}
