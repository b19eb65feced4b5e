import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Geocoder } from './geocoder.ts'
import type { Listener } from './database/listener.ts'
import type { Logger } from './process/logger.ts'
import type { Mailer } from './sending/mail.ts'
import type { PhotoStore } from './photo-storage/photo-store.ts'
import type { Push } from './sending/push.ts'
import type { Queue } from './jobs/queue.ts'
import type { Site } from './site/site.ts'
import type { Readers } from './database/replica.ts'

/** Everything that a use case may need from outside; made once per process, handed down as an argument. */
export interface Context {
  config: Config
  db: Database
  readers: Readers
  listener: Listener
  queue: Queue
  clock: Clock
  log: Logger
  mail: Mailer
  push: Push
  photos: PhotoStore
  geocoder: Geocoder
  /** As it is now: whoever keeps a part of it keeps what may change. */
  site: Site
}
