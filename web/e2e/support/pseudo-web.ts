// The market as `src/web.ts` runs it, speaking the language that nobody speaks in place of Arabic.
import { runWeb } from '../../../src/web.ts'
import { speakPseudo } from '../../../src/testing/language/pseudo-language.ts'
import { PSEUDO_SITE } from './pseudo-site.ts'

speakPseudo()
await runWeb(PSEUDO_SITE)
