import { browserStore } from '../../lib/browser-store.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button } from '../../ui/button.tsx'
import { Benefits } from './benefits.tsx'
import { EconomyStrip } from './economy-strip.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LandfillImpact } from './impact.tsx'
import { SavingsComparison } from './savings-comparison.tsx'

/**
 * Stored in the browser; `/theme.js` sets it as a class on the document root before the first paint, so nothing jumps.
 */
function toggleIntroduction(): void {
  const hidden = document.documentElement.classList.toggle('intro-hidden')
  browserStore.write('introduction', hidden ? 'hidden' : 'shown')
}

/** What the market is about; members can hide it. */
export function Introduction() {
  const member = useMember()
  return (
    <>
      <div className="[.intro-hidden_&]:hidden">
        <Benefits />
        <EconomyStrip />
        <SavingsComparison />
        <HowItWorks />
        <LandfillImpact />
      </div>
      {member && (
        <div className="page flex justify-end">
          <Button variant="plain" onClick={toggleIntroduction}>
            <span className="[.intro-hidden_&]:hidden">Hide the introduction</span>
            <span className="hidden [.intro-hidden_&]:inline">Show the introduction</span>
          </Button>
        </div>
      )}
    </>
  )
}
