/** Letters around a dot, as in a host's name. */
const HOST = String.raw`\bwww\b|[\p{L}\p{N}]\s?[.\u3002\uff0e\uff61]\p{L}{2,}`
/** A scheme, a path, an address, or a host. */
export const WEB_ADDRESS = new RegExp(String.raw`[/\\@]|\w:|${HOST}`, 'iu')
/** What a mail program may make a link of. Titles have slashes and colons of their own. */
export const LINK = new RegExp(String.raw`\w:[/\\]{2}|\S@\S|${HOST}`, 'iu')
