import { useEffect, useState } from 'react'
import { t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'

const KeysDialog = lazyDialog(() => import('./keys-dialog.tsx'))

/** The attribute of each row on the desk that j and k go to. */
export const DESK_ROW = { 'data-desk-row': '', tabIndex: -1 } as const

/**
 * Work without a mouse: from row to row, and a letter presses the button of the row in focus that says so by
 * `aria-keyshortcuts`. Not while somebody writes or decides.
 */
export function DeskKeys() {
  const [helping, setHelping] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return
      if (event.key === '?') setHelping(true)
      else if (event.key === 'j') go(1)
      else if (event.key === 'k') go(-1)
      else if (!pressInRow(event)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Button variant="plain" aria-keyshortcuts="?" onClick={() => setHelping(true)} className="max-md:hidden self-end">
        {t('Shortcuts: ?')}
      </Button>
      {helping && <KeysDialog onOpenChange={setHelping} />}
    </>
  )
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-desk-row]')]
const rowInFocus = () => document.activeElement?.closest<HTMLElement>('[data-desk-row]') ?? null

/** Somebody who writes, chooses or answers a dialog means the letter itself. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null

function go(by: 1 | -1): void {
  const all = rows()
  const current = rowInFocus()
  const next = current === null ? all[by === 1 ? 0 : all.length - 1] : all[all.indexOf(current) + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** @returns whether the key does something in this row */
function pressInRow({ key, target }: KeyboardEvent): boolean {
  const row = rowInFocus()
  if (!row) return false
  // On a link or a button Enter is theirs.
  if (key === 'Enter' && target !== row) return false
  const pressed =
    key === 'Enter'
      ? row.querySelector<HTMLElement>('a[href]')
      : /^[a-z]$/.test(key)
        ? row.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]:not(:disabled)`)
        : null
  pressed?.click()
  return pressed !== null
}
