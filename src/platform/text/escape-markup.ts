const ESCAPED = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Characters that XML can't write at all. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Text as it stands in HTML and XML, in attributes too. What can't stand there is left out, whatever a row may hold. */
export const escapeMarkup = (text: string) =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ESCAPED.get(character) ?? '')
