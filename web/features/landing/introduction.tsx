import { useMember } from '../../lib/use-member.ts'
import { Benefits } from './benefits.tsx'
import { EconomyStrip } from './economy-strip.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LandfillImpact } from './impact.tsx'
import { IntroductionToggle } from './introduction-toggle.tsx'
import { SavingsComparison } from './savings-comparison.tsx'

/** The market in a few words; members can hide it. */
export function Introduction() {
  const member = useMember()
  return (
    <>
      <div id="introduction" className={member ? 'intro-closed:hidden has-[:target]:block!' : ''}>
        <Benefits />
        <EconomyStrip />
        <SavingsComparison />
        <HowItWorks />
        <LandfillImpact />
      </div>
      {member && (
        <div className="page flex justify-end max-md:intro-closed:hidden">
          <IntroductionToggle className="" />
        </div>
      )}
    </>
  )
}
