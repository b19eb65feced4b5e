import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../lib/t.ts'
import { Button } from './button.tsx'
import { toast } from './toasts/toast.ts'

const TICK_MS = 2000

/** `label` says what is copied, as in 'Copy address'. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), TICK_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Browsers block the clipboard on pages without HTTPS.
      toast({
        title: t("Copying doesn't work here"),
        description: t('Please select the text instead.'),
        tone: 'danger',
      })
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()} aria-label={label}>
        {copied ? <Check size={18} aria-hidden className="text-save" /> : <Copy size={18} aria-hidden />}
        {copied ? t('Copied') : t('Copy')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('Copied')}
      </span>
    </>
  )
}
