import { Link } from '../lib/navigation.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { buttonClass } from '../ui/button.tsx'
import { Illustration } from '../ui/illustration.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function NotFoundPage() {
  return (
    <div className="page flex flex-col items-center gap-4 py-16 text-center">
      <PageHead title={t('404 Page Not Found')} status={404} />
      <Illustration name="compass" size={140} />
      <PageHeading className="text-display font-extrabold">{t('404 Page Not Found')}</PageHeading>
      <p className="text-muted">{t('Did you forget to add the page to the router?')}</p>
      <Link to="/" className={buttonClass()}>
        {t('Back to Home')}
      </Link>
    </div>
  )
}
