import { fileURLToPath } from 'node:url'

/** The folder of the site that is built for the test of all screens in the language that nobody speaks. */
export const PSEUDO_SITE = fileURLToPath(new URL('../../../dist/pseudo', import.meta.url))
