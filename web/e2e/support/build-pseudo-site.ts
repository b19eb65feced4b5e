// Builds the site once more, speaking the language that nobody speaks in place of Arabic, for its own test alone.
import { mkdir } from 'node:fs/promises'
import { speakPseudo } from '../../../src/testing/language/pseudo-language.ts'
import { buildSite } from '../../build.ts'
import { PSEUDO_SITE } from './pseudo-site.ts'

speakPseudo()
await mkdir(PSEUDO_SITE, { recursive: true })
await buildSite(PSEUDO_SITE)
