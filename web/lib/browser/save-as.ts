/** Has the browser save `data` as a JSON file. */
export function saveAs(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers only begin to read once the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
