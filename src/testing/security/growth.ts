import { setTimeout } from 'node:timers/promises'

/** The units that a text may be full of; each has made some pattern, fold or parser of the world slow. */
export const ALPHABETS: Readonly<Record<string, string>> = {
  capitals: 'A',
  'small letters': 'a',
  digits: '7',
  spaces: ' ',
  'line breaks': '\r\n',
  dots: '.',
  quotes: '"\'',
  'combining marks': 'a\u0316\u0301\u0316\u0301\u0316\u0301',
  'marks alone': '\u0301\u0316',
  'letters that fold': 'ﷺİΣ',
  'letters that compose': '\u1112\u1161\u11ab',
  'pairs of surrogates': '😀',
  'high surrogates': '\ud83d',
  'low surrogates': '\ude00',
  'invisible characters': '\u200b\u2060',
  'direction marks': '\u202e',
  'shouted words': 'AAA ',
  'capitals and signs': 'AAA-.',
  'words and dots': 'a.',
  'words and hyphens': 'a-',
  'at signs': 'a@',
  slashes: '/a',
  colons: 'a:',
  'digits and dots': '1.',
  commas: '1,',
  escapes: '%2',
  backslashes: '\\"',
  zeros: '0',
  brackets: '[{(<',
}

const STEP = 10
/**
 * CPU below this is noise: a growth of it says nothing. It is as much as a collection of garbage or the other side of a
 * request in this process takes; what is quadratic takes seconds for the longest text.
 */
const NOISE_MS = 40
/** Ten times the input may take this many times the CPU: linear is 10, quadratic 100. */
const MOST = 35

type Work = (text: string) => unknown

/**
 * The fault of the growth of `work` with a text of `unit`s, tried ten times as long each time up to `longest` UTF-16
 * units, in CPU of this process. What takes too much is tried again, so that another's work on this machine, a
 * collection of garbage or the compiling of a pattern is not taken for it.
 */
export async function growthOf(work: Work, unit: string, longest: number): Promise<string | undefined> {
  let before = 0
  for (let length = longest / STEP ** 2; length <= longest; length *= STEP) {
    const text = textOf(unit, length)
    const allowed = Math.max(before * MOST, NOISE_MS)
    const cost = await leastCpu(() => work(text), allowed)
    if (cost > allowed)
      return `${length} characters take ${cost.toFixed(1)} ms of CPU, a tenth of them ${before.toFixed(1)}`
    before = cost
  }
  return undefined
}

const kept = new Map<string, string>()

/** A text full of `unit`, in one piece. What does not match at its very end has made a pattern try everything. */
function textOf(unit: string, length: number): string {
  const key = `${length} ${unit}`
  const text =
    kept.get(key) ?? Buffer.from(`${unit.repeat(Math.ceil(length / unit.length))}!`, 'utf16le').toString('utf16le')
  kept.set(key, text)
  return text
}

/** The least of some tries, the first that is good enough. After each there is more time for other work to end. */
async function leastCpu(work: () => unknown, enough: number): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 8 && least > enough; tries += 1) {
    await setTimeout(tries * 100)
    const start = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
