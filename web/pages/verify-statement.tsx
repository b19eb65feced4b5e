import { CheckStatement } from '../features/wallet/check-statement.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function VerifyStatementPage() {
  return (
    <div className="page max-w-[680px] py-6 md:py-10">
      <PageHead title={t('Check a statement')} />
      <PageHeading>{t('Check a statement')}</PageHeading>
      <p className="mt-1 mb-5 text-muted">
        {t(
          "Each night the market signs a digest of all token movements. A statement you can check shows the place of each of your entries in it, so anybody can see that nothing was changed. It's checked here, in your browser; the file isn't sent anywhere.",
        )}
      </p>
      <CheckStatement />
    </div>
  )
}
