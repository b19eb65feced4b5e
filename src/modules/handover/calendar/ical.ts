export interface CalendarEvent {
  /** Names it for good, over all changes. */
  uid: string
  start: Date
  end: Date
  changedAt: Date
  summary: string
  description: string
  /** The page of this site that shows it. */
  url: string
  location: string | null
}

/** The events as iCalendar (RFC 5545), times in UTC: every program shows them in its own zone. It calls them by `name`. */
export function toCalendar(name: string, events: CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outgrown//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escape(name)}`,
    // Most programs know the older name alone.
    `X-WR-CALNAME:${escape(name)}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${stamp(event.changedAt)}`,
    `DTSTART:${stamp(event.start)}`,
    `DTEND:${stamp(event.end)}`,
    `SUMMARY:${escape(event.summary)}`,
    `DESCRIPTION:${escape(event.description)}`,
    `URL:${event.url}`,
    ...(event.location === null ? [] : [`LOCATION:${escape(event.location)}`]),
    'END:VEVENT',
  ]
}

/** 20261122T170000Z */
const stamp = (time: Date) => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const LINE_BYTES = 75

/** Lines are at most 75 bytes long, and never broken inside of a character. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    // A continued line begins with a space, which counts.
    if (bytes + size > LINE_BYTES) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
