import { useRef, useState } from 'react'
import { useNavigate } from '../../lib/navigation.tsx'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { isConnectionAway } from '../../lib/offline/connection.ts'
import { leaveInOutbox } from '../../lib/offline/outbox.ts'
import { useAction } from '../../lib/use-action.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/inputs.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { AttachButton } from './attach-button.tsx'
import { useAttachments } from './use-attachments.tsx'
import { conversationPath } from './use-conversations.ts'
import { waitingMessage } from './waiting-message.ts'

const TO_INBOX_MS = 500

interface Props {
  listingId: string
  onOpenChange: (open: boolean) => void
}

export default function MessageDialog({ listingId, onOpenChange }: Props) {
  const navigate = useNavigate()
  const memberId = useMember()?.id ?? ''
  const [text, setText] = useState('')
  const attachments = useAttachments()
  const { urls: photos, ready } = attachments
  // Another text or photo is another message; a repeat of this one is not.
  const tried = useRef({ said: '', messageId: '' })
  const { submit, pending, error } = useAction(async () => {
    const body = text.trim()
    const said = JSON.stringify([body, photos])
    if (tried.current.said !== said) tried.current = { said, messageId: crypto.randomUUID() }
    const { messageId } = tried.current
    let threadId: string
    try {
      ;({ threadId } = await call('POST /api/items/:id/messages', {
        params: { id: listingId },
        body: { messageId, body, photos },
      }))
    } catch (failure) {
      const createdAt = new Date().toISOString()
      const message = waitingMessage(memberId, {
        id: messageId,
        listingId,
        conversationId: '',
        body,
        photos,
        createdAt,
      })
      if (isConnectionAway(failure) && (await leaveInOutbox(message))) {
        toast({ title: t('Your message is saved'), description: t("We'll send it once you're back online.") })
        onOpenChange(false)
        return
      }
      toast({
        title: t('Failed to send message'),
        description: messageFrom(failure, t('Please try again.')),
        tone: 'danger',
      })
      throw failure
    }
    toast({ title: t('Message sent!') })
    onOpenChange(false)
    void refresh('/api/messages/conversations')
    const { pathname } = window.location
    setTimeout(() => {
      if (window.location.pathname === pathname) navigate(conversationPath(threadId))
    }, TO_INBOX_MS)
  })
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Send Message')}
      description={t("You'll find the answer in your inbox.")}
    >
      <form onSubmit={submit}>
        <Field label={t('Message')} error={fieldError(error, 'body')}>
          {(control) => (
            <TextArea
              {...control}
              rows={5}
              dir="auto"
              maxLength={2000}
              placeholder={t('Hi, is this item still available?')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="mt-3">
          {attachments.view}
          <AttachButton onChoose={attachments.choose} />
        </div>
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={pending} disabled={(text.trim() === '' && photos.length === 0) || !ready}>
            {t('Send Message')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
