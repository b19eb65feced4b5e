import type { PushPayload } from '../../src/modules/notifications/contract.ts'

declare const self: ServiceWorkerGlobalScope

export function show(data: PushMessageData): Promise<void> {
  const { title, body, path, picture, tag } = data.json() as PushPayload
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: picture ?? '/icons/192.png',
    badge: '/icons/badge.png',
    data: path,
  })
}

/** Goes to where it is about: in a window that is open already, if there is one. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close()
  const path = notification.data as string
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) await self.clients.openWindow(path)
  else await (await window.focus()).navigate(path).catch(() => self.clients.openWindow(path))
}
