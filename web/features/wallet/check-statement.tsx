import { Check, Download, TriangleAlert } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import {
  type Published,
  type StatementFault,
  type StatementFile,
  type Verdict,
  verifyStatement,
} from '../../../src/modules/wallet/statement-file.ts'
import { call } from '../../lib/api.ts'
import { saveAs } from '../../lib/browser/save-as.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { useAction } from '../../lib/use-action.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'

/** Checks the reader's own statement, or one from a file; nothing of it leaves the browser. */
export function CheckStatement() {
  const member = useMember()
  const [verdict, setVerdict] = useState<Checked>()
  const [own, setOwn] = useState<StatementFile>()
  const check = useAction(async (read: () => Promise<unknown>) => {
    setVerdict(undefined)
    const file = await read()
    // A kept file can be checked without us, too.
    const published = await publishedFor(file).catch(() => null)
    setVerdict({
      ...(await verifyStatement(file, published?.then)),
      isNewest: published?.isNewest ?? true,
      unreachable: published === null,
    })
  })
  const readOwn = async () => {
    const file = (await call('GET /api/tokens/statement.json')) as StatementFile
    setOwn(file)
    return file
  }
  const fromFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) void check.run(() => readJson(file))
  }
  return (
    <div className="flex flex-col gap-5">
      {member && (
        <p className="flex flex-wrap gap-3">
          <Button pending={check.pending} onClick={() => void check.run(readOwn)}>
            {t('Check mine')}
          </Button>
          {own && (
            <Button variant="quiet" onClick={() => saveAs(`outgrown-statement-${own.digest.night}.json`, own)}>
              <Download size={18} aria-hidden />
              {t('Keep the file')}
            </Button>
          )}
        </p>
      )}
      <label className="flex flex-col gap-2 font-semibold">
        {member ? t('Or a statement you saved earlier') : t('A statement you saved earlier')}
        <input
          type="file"
          accept="application/json,.json"
          onChange={fromFile}
          className="min-h-11 rounded-input border border-line-strong bg-surface p-2 font-normal"
        />
      </label>
      <FormError error={check.error} otherwise={t('Your statement could not be loaded')} />
      <div role="status">{verdict && <Answer verdict={verdict} />}</div>
    </div>
  )
}

interface Checked extends Verdict {
  /** Whether no later digest than the file's has been published. */
  isNewest: boolean
  /** Whether the market did not say what it has published. */
  unreachable: boolean
}

/** The digests of this market until the file's night; undefined for what is no statement. */
async function publishedFor(file: unknown): Promise<{ then: Published; isNewest: boolean } | undefined> {
  const { digest } = (file ?? {}) as { digest?: { night?: unknown } }
  const night = String(digest?.night)
  if (!/^\d{4}-\d\d-\d\d$/.test(night)) return undefined
  const newest = await call('GET /api/digests')
  const isNewest = (newest.digests[0]?.night ?? '') <= night
  if (isNewest || newest.digests.some((one) => one.night === night)) return { then: newest, isNewest }
  const dayAfter = new Date(Date.parse(night) + 86_400_000).toISOString().slice(0, 10)
  return { then: await call('GET /api/digests', { query: { before: dayAfter } }), isNewest }
}

const readJson = async (file: File): Promise<unknown> => {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}

function Answer({ verdict }: { verdict: Checked }) {
  const { faults, proved, waiting, digest, signatureChecked, isNewest, unreachable } = verdict
  const isRight = faults.length === 0
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <p className="flex items-center gap-2 text-lg font-extrabold">
        {isRight && proved > 0 && <Check aria-hidden className="text-save" />}
        {!isRight && <TriangleAlert aria-hidden className="text-danger" />}
        {headingOf(verdict)}
      </p>
      {isRight ? (
        <p>
          {t('{proved, plural, one {# entry is} other {# entries are}} proved.', { proved })}{' '}
          {waiting > 0 &&
            !isNewest &&
            t(
              "{waiting, plural, one {# is newer than this digest, so it isn't checked: take a new file.} other {# are newer than this digest, so they aren't checked: take a new file.}}",
              { waiting },
            )}
          {waiting > 0 &&
            isNewest &&
            t('{waiting, plural, one {# is newer and will be} other {# are newer and will be}} in the next digest.', {
              waiting,
            })}
        </p>
      ) : (
        <ul className="list-disc ps-5">
          {faults.slice(0, 20).map((fault, index) => (
            <li key={index}>{sentenceOf(fault)}</li>
          ))}
        </ul>
      )}
      {digest && (
        <>
          <p>
            {t(
              'Compare this with the bottom of an email from that night. If they differ, the market has told you something else.',
            )}
          </p>
          <dl className="rounded-input bg-sunken p-3 text-sm">
            <dt className="font-semibold">{t('Digest of {day}', { day: formatDay(`${digest.night}T12:00`) })}</dt>
            <dd dir="ltr" className="font-mono break-all">
              {digest.root}
            </dd>
          </dl>
        </>
      )}
      {digest && unreachable && (
        <p className="text-sm text-muted">
          {t("The market couldn't be reached, so what it has published for that night was left out.")}
        </p>
      )}
      {digest && !signatureChecked && (
        <p className="text-sm text-muted">{t("This browser can't check signatures, so the signature was left out.")}</p>
      )}
    </div>
  )
}

function headingOf({ faults, proved, waiting }: Checked): string {
  if (faults.length > 0) return t("This statement doesn't check out")
  if (proved === 0) return t('Nothing is proved by this digest')
  return waiting > 0 ? t('What this digest covers matches it') : t('Each entry matches the digest')
}

function sentenceOf(fault: StatementFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return t('This file is not a statement to check. Download one on the page of your tokens.')
    case 'signature':
      return t('The digest is not signed with the key in the file.')
    case 'key':
      return t("It's signed with another key than this market's.")
    case 'published':
      return t('This market has published another digest for that night, or none.')
    case 'gap':
      return t('Before entry {version} one is missing.', { version: fault.version })
    case 'balance':
      return t('The balance of entry {version} does not follow from the one before.', { version: fault.version })
    case 'digest':
      return t("Entry {version} doesn't match the digest.", { version: fault.version })
    case 'unplaced':
      return t('Entry {version} is older than the digest, yet has no place in it.', { version: fault.version })
  }
}
