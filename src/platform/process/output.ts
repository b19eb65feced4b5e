import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'

/** Some thousand lines. What comes beyond while nobody reads is dropped and counted. */
const MOST_BYTES = 1024 * 1024
/** A write costs more than the line: they go out together, so many bytes at a time or after so many milliseconds. */
const TOGETHER = { bytes: 8 * 1024, afterMs: 100 }
/** After a failed write, the next try. */
const RETRY_MS = 250
/** Milliseconds in which a process that ends still tries to get rid of what it has to say. */
const LAST_WORDS_MS = 300

/** Standard output or standard error, written without ever waiting for whoever reads it. */
export interface Output {
  write(text: string): void
  /** Calls of `write` whose text was dropped since the process began. */
  readonly dropped: number
  /** Called when writing works again after something was dropped, with how much that was and the reason. */
  onRecovered: ((dropped: number, reason: string) => void) | undefined
}

type Descriptor = 1 | 2
const outputs = new Map<Descriptor, Output>()

/** Calls of `write` that were dropped, over both outputs. */
export const droppedOutput = (): number => [...outputs.values()].reduce((sum, { dropped }) => sum + dropped, 0)

/** The one output of that descriptor: two that write into the same pipe would tear each other's lines apart. */
export function outputOf(descriptor: Descriptor): Output {
  const output = outputs.get(descriptor) ?? createOutput(withoutWaiting(descriptor))
  outputs.set(descriptor, output)
  return output
}

/** From here on nothing in this process waits for its own output: neither the log, nor `console`, nor warnings. */
export function neverWaitForOutput(): void {
  for (const [stream, descriptor] of [
    [process.stdout, 1],
    [process.stderr, 2],
  ] as const) {
    const output = outputOf(descriptor)
    stream.write = (chunk: Uint8Array | string, ...more: unknown[]) => {
      output.write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      const done = more.find((one) => typeof one === 'function')
      if (done) process.nextTick(done)
      return true
    }
  }
  // Node's own listener writes them with a call that waits.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack = '' }) => {
    outputOf(2).write(`${stack.includes(message) ? stack : `${name}: ${message}`}\n`)
  })
}

/** @param fd a descriptor on which a write does not wait */
function createOutput(fd: number, mostBytes = MOST_BYTES): Output {
  let waiting: Buffer[] = []
  let bytes = 0
  let dropped = 0
  let droppedNow = 0
  let reason = 'it was not read'
  let writing = false
  let failing = false
  let timer: NodeJS.Timeout | undefined

  function schedule(milliseconds: number): void {
    if (timer || writing) return
    timer = setTimeout(send, milliseconds)
    timer.unref()
  }

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (writing || waiting.length === 0) return
    const chunk = Buffer.concat(waiting)
    waiting = [chunk]
    writing = true
    write(fd, chunk, (error, written) => {
      writing = false
      failing = error !== null
      if (error) {
        reason = error.code === 'EAGAIN' ? 'it was not read' : error.message
        schedule(RETRY_MS)
        return
      }
      sent(written)
      if (waiting.length > 0) schedule(bytes >= TOGETHER.bytes ? 0 : TOGETHER.afterMs)
    })
  }

  /** The first of what waits is what was being written; more may have come meanwhile. */
  function sent(written: number): void {
    const [chunk, ...more] = waiting
    const rest = chunk?.subarray(written)
    waiting = rest && rest.length > 0 ? [rest, ...more] : more
    bytes -= written
    if (droppedNow === 0 || bytes > mostBytes / 2) return
    const [count, why] = [droppedNow, reason]
    droppedNow = 0
    output.onRecovered?.(count, why)
  }

  /** The process ends: this time it waits, but not for long. */
  function sendLast(): void {
    // A text that is under way gets there by itself.
    if (writing && !failing) sent(waiting[0]?.length ?? 0)
    const end = performance.now() + LAST_WORDS_MS
    while (waiting.length > 0 && performance.now() < end) {
      try {
        const chunk = Buffer.concat(waiting)
        waiting = [chunk]
        sent(writeSync(fd, chunk))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      }
    }
  }

  const output: Output = {
    onRecovered: undefined,
    get dropped() {
      return dropped
    },
    write(text) {
      const line = Buffer.from(text)
      if (bytes + line.length > mostBytes) {
        dropped += 1
        droppedNow += 1
        return
      }
      waiting.push(line)
      bytes += line.length
      if (bytes >= TOGETHER.bytes && timer === undefined) schedule(0)
      else schedule(TOGETHER.afterMs)
    },
  }
  process.on('exit', sendLast)
  return output
}

/**
 * A descriptor for the same output on which a write that would have to wait fails instead. A terminal is opened anew,
 * or it would be changed for the shell as well; of a file nobody waits for a reader.
 */
function withoutWaiting(descriptor: Descriptor): number {
  try {
    const found = fstatSync(descriptor)
    if (found.isCharacterDevice())
      return openSync(`/dev/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    // Node turns waiting off for a pipe or a socket as soon as it is asked for.
    if (found.isFIFO() || found.isSocket()) void (descriptor === 1 ? process.stdout : process.stderr)
  } catch {
    // It is closed, or belongs to another user: whatever is written then fails with its reason.
  }
  return descriptor
}
