import { shown } from './text.ts'

/** Letters around a dot, as in a host's name. */
const HOST = String.raw`\bwww\b|[\p{L}\p{N}]\s?[.\u3002\uff0e\uff61]\p{L}{2,}`
/** A scheme, a path, an address, or a host. */
const WEB_ADDRESS = new RegExp(String.raw`[/\\@]|\w:|${HOST}`, 'iu')
/** A text of which a mail program may make a link. Titles have slashes and colons of their own. */
const LINK = new RegExp(String.raw`\w:[/\\]{2}|\S@\S|${HOST}`, 'iu')

/** As a reader takes it, who overlooks what takes no room and what is drawn through or over a letter. */
const read = (value: string): string => shown(value).normalize('NFKC').replace(/\p{M}/gu, '')

export const hasWebAddress = (value: string): boolean => WEB_ADDRESS.test(read(value))
export const hasLink = (value: string): boolean => LINK.test(read(value))
