import { createContext, use, useEffect, useState } from 'react'
import { browserStore } from '../../../lib/browser/browser-store.ts'
import { useInBrowser } from '../../../lib/browser/use-in-browser.ts'
import { t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'

const KeysDialog = lazyDialog(() => import('./keys-dialog.tsx'))

/** The id of the words that say by when the row in it should be settled. */
export const DueId = createContext<string | undefined>(undefined)

/** The attributes of a row on the desk that j and k go to. */
export const useDeskRow = () => ({ 'data-desk-row': '', tabIndex: -1, 'aria-describedby': use(DueId) })

/**
 * Work without a mouse: from row to row, and a letter presses the button of the row in focus that says so by
 * `aria-keyshortcuts`. Not while somebody writes or decides, and not where they have switched the letters off in this browser:
 * a voice or a slip must not press what it didn't mean.
 */
export function DeskKeys() {
  const [helping, setHelping] = useState(false)
  const kept = useInBrowser(readChoice)
  const [chosen, setChosen] = useState<string>()
  const on = (chosen ?? kept ?? 'on') !== 'off'
  const choose = (next: boolean) => {
    browserStore.write(CHOICE, next ? 'on' : 'off')
    setChosen(next ? 'on' : 'off')
  }
  useEffect(() => {
    // The letters show on the buttons that they press.
    document.body.toggleAttribute('data-desk-letters', on)
    const press = (event: KeyboardEvent) => {
      if (!on && event.key !== 'Enter') return
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return
      if (event.key === '?') setHelping(true)
      else if (event.key === 'j') go(1)
      else if (event.key === 'k') go(-1)
      else if (!pressInRow(event)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      document.body.removeAttribute('data-desk-letters')
    }
  }, [on])
  return (
    <>
      <Button variant="plain" aria-keyshortcuts="?" onClick={() => setHelping(true)} className="max-md:hidden self-end">
        {on ? t('Shortcuts: ?') : t('Shortcuts')}
      </Button>
      {helping && <KeysDialog on={on} onSwitch={choose} onOpenChange={setHelping} />}
    </>
  )
}

const CHOICE = 'desk-keys'
const readChoice = () => browserStore.read(CHOICE) ?? 'on'

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
