import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/database.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { translate } from '../../platform/language/translate.ts'
import type { Language } from '../../platform/language/words.ts'
import { IDENTITY_CODES, type Site } from './contract.ts'
import { Member } from './member/member.ts'

export async function describeSite({ config, db, site }: Context, language: Language): Promise<Site> {
  const members = config.demo ? await demoMembers(db) : []
  return {
    demo: config.demo,
    simulated: config.simulated.map((part) => translate(language, part)),
    photoAnalysis: config.photoAnalysis,
    onScreenCodes: config.onScreenCodes,
    name: site.name,
    tagline: site.tagline,
    place: site.place,
    contact: site.contact,
    photo: site.photo,
    setUp: site.setUp,
    pages: site.pages,
    currency: site.currency,
    language: site.language,
    units: site.units,
    cardFee: site.cardFee,
    timeZone: site.timeZone,
    codes: config.onScreenCodes || config.SMTP_URL !== '',
    oidc: config.oidc ? new URL(config.OIDC_ISSUER).host : null,
    demoMembers: members.map((member) => ({
      id: member.id,
      name: [member.firstName, member.lastName].filter(Boolean).join(' ') || member.email,
      note: member.demoNote ?? '',
      profileImageUrl: member.profileImageUrl,
    })),
  }
}

export const demoMemberIds = async (reader: Reader): Promise<string[]> =>
  (await demoMembers(reader)).map(({ id }) => id)

const demoMembers = (reader: Reader) => Member.query(reader).whereNotNull('demo_note').orderBy(['created_at', 'id'])

/** The demo member of that id. @throws {Forbidden} where the demo is off @throws {NotFound} for anybody real */
export async function findDemoMember({ config, db }: Context, id: string): Promise<Member> {
  if (!config.demo) throw new Forbidden('There is no demo here', IDENTITY_CODES.DEMO_OFF)
  const member = await Member.query(db).findById(id).whereNotNull('demo_note')
  if (!member) throw new NotFound('There is no such demo neighbour')
  return member
}
