import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { t } from '../../lib/t.ts'
import { type Toast, dismissToast } from './toast.ts'

/** Shows the current toast for its time, longer while hovered; a swipe to the right or Escape dismisses it. */
export default function ToastView({ toast }: { toast: Toast | undefined }) {
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label={t('Notification')}>
      {toast && <Card key={toast.id} toast={toast} />}
      <Radix.Viewport
        hotkey={['F8']}
        className="pointer-events-none fixed inset-x-0 top-14 z-60 flex flex-col gap-2 p-4 outline-none md:top-auto md:end-0 md:bottom-0 md:start-auto md:w-[420px]"
      />
    </Radix.Provider>
  )
}

function Card({ toast }: { toast: Toast }) {
  const Icon = toast.tone === 'danger' ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      type="foreground"
      {...(toast.lasts !== undefined && { duration: toast.lasts })}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id)
      }}
      className={clsx(
        'pointer-events-auto flex animate-rise items-start gap-3 rounded-card border bg-raised p-4 pe-2 shadow-3',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0',
        toast.tone === 'danger' ? 'border-danger' : 'border-line',
      )}
    >
      <Icon aria-hidden className={clsx('mt-0.5 shrink-0', toast.tone === 'danger' ? 'text-danger' : 'text-save')} />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description && <Radix.Description className="text-sm text-muted">{toast.description}</Radix.Description>}
        {toast.action && (
          <Radix.Action
            altText={toast.action.label}
            onClick={toast.action.onSelect}
            className="link mt-1 font-semibold"
          >
            {toast.action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label={t('Dismiss')}
        className="-my-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
      >
        <X size={18} aria-hidden />
      </Radix.Close>
    </Radix.Root>
  )
}
