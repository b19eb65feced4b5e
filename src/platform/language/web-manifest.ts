/** The texts that a phone shows of the installed site. */
export interface WebManifest {
  lang: string
  name: string
  description: string
  screenshots: { label: string }[]
  shortcuts: { name: string; short_name?: string }[]
}

/** The manifest with each of its texts as `say` says it. */
export function sayManifest<M extends WebManifest>(manifest: M, say: (text: string) => string): M {
  return {
    ...manifest,
    name: say(manifest.name),
    description: say(manifest.description),
    screenshots: manifest.screenshots.map((one) => ({ ...one, label: say(one.label) })),
    shortcuts: manifest.shortcuts.map((one) => ({
      ...one,
      name: say(one.name),
      ...(one.short_name !== undefined && { short_name: say(one.short_name) }),
    })),
  }
}
