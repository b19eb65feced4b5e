const ESCAPED = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text as it stands in HTML and XML, in attributes too. */
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPED.get(character) ?? '')
