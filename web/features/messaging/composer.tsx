import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { tabStore } from '../../lib/browser/browser-store.ts'
import { t } from '../../lib/t.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/inputs.tsx'
import { AttachButton } from './attach-button.tsx'
import { useAttachments } from './use-attachments.tsx'

const LONGEST = 2000
const draftKey = (conversationId: string) => `draft:conversation:${conversationId}`

interface Props {
  conversationId: string
  onSend: (body: string, photos: string[]) => void
}

/** The reply box. Its text is stored for this tab until it is sent. */
export function Composer({ conversationId, onSend }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => tabStore.read(draftKey(conversationId)) ?? '')
  const body = text.trim()
  const photos = useAttachments()
  const tooLong = [...body].length > LONGEST
  const complete = (body !== '' || photos.urls.length > 0) && photos.ready && !tooLong

  const change = (value: string) => {
    setText(value)
    tabStore.write(draftKey(conversationId), value)
  }
  const send = () => {
    if (!complete) return
    onSend(body, photos.urls)
    change('')
    photos.clear()
    // The button that was pressed is out of use now, and the next message is written where this one was.
    field.current?.focus()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    // On a touch keyboard Enter makes a new line; while a word is being composed it only ends the word.
    const plainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!plainEnter || !window.matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <form data-composer onSubmit={submit} className="border-t border-line p-3">
      {photos.view}
      <div className="flex items-end gap-2">
        <AttachButton onChoose={photos.choose} small />
        <TextArea
          ref={field}
          aria-label={t('Message')}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? id : undefined}
          placeholder={t('Write a message')}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
          className="field-sizing-content max-h-36 resize-none!"
        />
        <button type="submit" aria-label={t('Send')} disabled={!complete} className={buttonClass({ size: 'icon' })}>
          <SendHorizontal size={20} aria-hidden />
        </button>
      </div>
      {tooLong && <FieldError id={id}>{t('Message is too long')}</FieldError>}
    </form>
  )
}
