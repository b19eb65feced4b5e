import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The private mail domain of an address, as a keyed hash; null where strangers have mailboxes under it.
    alter table mailbox add column if not exists domain_hash text
  `)
  await noteDomains(knex)
  await knex.raw('create index concurrently if not exists mailbox_domain on mailbox (domain_hash)')
}

/** As src/modules/identity/member folded addresses when this migration was written. Who has left has none to fold. */
async function noteDomains(knex: Knex): Promise<void> {
  const { key }: { key: string } = await knex('mailbox_key').first('key')
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const members: { id: string; email: string }[] = await knex('member').whereNull('deleted_at').select('id', 'email')
  for (const { id, email } of members) {
    const [name = '', domain = ''] = email.split('@')
    const own = privateDomain(domain)
    if (own !== null)
      await knex('mailbox')
        .where({ member_id: id })
        .update({ domain_hash: hashOf(`@${own}`) })
    const untagged = name.split('+')[0] || name
    // What the large providers fold was folded before.
    if (untagged !== name && (own !== null || !FOLDED_BEFORE.test(domain)))
      await knex('mailbox')
        .where({ member_id: id })
        .update({ hash: hashOf(`${untagged}@${domain}`) })
  }
}

const FOLDED_BEFORE =
  /^((outlook|hotmail|live)\.([a-z]{2}|com?\.[a-z]{2})|(gmail|googlemail|outlook|hotmail|live|msn|icloud|me|mac|fastmail|protonmail|zoho|yandex)\.com|fastmail\.fm|proton\.me|pm\.me|yandex\.ru)$/

const SECOND_LEVEL =
  /^(ac|co|com|edu|firm|gob|gov|gouv|id|ind|info|mil|muni|net|nom|ne|or|org|plc|sch|school|web)\.[a-z]{2}$/
const IN_MANY_COUNTRIES = /^(gmx|hotmail|live|outlook|yahoo|ymail|yandex)\.([a-z]{2}|[a-z]{2,6}\.[a-z]{2})$/

function privateDomain(domain: string): string | null {
  const labels = domain.split('.')
  const registered = labels.slice(SECOND_LEVEL.test(labels.slice(-2).join('.')) ? -3 : -2).join('.')
  return PUBLIC.has(registered) || IN_MANY_COUNTRIES.test(registered) ? null : registered
}

const PUBLIC = new Set(
  `
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com passport.com windowslive.com
  yahoo.com ymail.com rocketmail.com myyahoo.com aol.com aim.com verizon.net netscape.net
  icloud.com me.com mac.com privaterelay.appleid.com appleid.com
  proton.me protonmail.com protonmail.ch pm.me passmail.net passinbox.com passmail.com
  fastmail.com fastmail.fm messagingengine.com sent.com mailbox.org posteo.de posteo.net posteo.org disroot.org riseup.net
  tuta.com tutanota.com tutanota.de tutamail.com tuta.io keemail.me hey.com zoho.com zohomail.com zohomail.eu
  mail.com email.com usa.com post.com consultant.com engineer.com gmx.net gmx.com gmx.de gmx.at gmx.ch web.de
  mail.ru inbox.ru list.ru bk.ru internet.ru rambler.ru yandex.com yandex.ru ya.ru ukr.net i.ua meta.ua
  hushmail.com runbox.com startmail.com kolabnow.com skiff.com ctemplar.com mailfence.com countermail.com
  duck.com mozmail.com simplelogin.com simplelogin.co simplelogin.io aleeas.com slmail.me addy.io anonaddy.com anonaddy.me
  comcast.net xfinity.com att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net prodigy.net flash.net
  cox.net charter.net spectrum.net rr.com twc.com roadrunner.com earthlink.net mindspring.com juno.com netzero.net
  optonline.net optimum.net frontier.com frontiernet.net centurylink.net centurytel.net embarqmail.com q.com windstream.net
  suddenlink.net cableone.net mediacombb.net wowway.com tds.net rcn.com ptd.net zoominternet.net hughes.net excite.com lycos.com
  shaw.ca rogers.com bell.net sympatico.ca telus.net videotron.ca cogeco.ca eastlink.ca sasktel.net mts.net
  btinternet.com btopenworld.com talktalk.net sky.com virginmedia.com ntlworld.com blueyonder.co.uk plus.net tiscali.co.uk
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr aliceadsl.fr
  t-online.de freenet.de arcor.de vodafone.de online.de kabelmail.de unitybox.de ewe.net netcologne.de magenta.de
  bluewin.ch hispeed.ch sunrise.ch a1.net aon.at chello.at telenet.be skynet.be proximus.be ziggo.nl kpnmail.nl planet.nl
  hetnet.nl home.nl xs4all.nl libero.it virgilio.it tiscali.it alice.it tim.it tin.it telefonica.net movistar.es terra.es
  sapo.pt mail.pt telia.com comhem.se bredband.net online.no tele2.se mail.dk stofanet.dk elisa.fi luukku.com
  wp.pl o2.pl onet.pl interia.pl op.pl gazeta.pl seznam.cz centrum.cz email.cz azet.sk freemail.hu citromail.hu abv.bg mail.bg
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com prodigy.net.mx
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com 139.com 189.cn aliyun.com naver.com hanmail.net daum.net nate.com
  docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com biglobe.ne.jp rediffmail.com bigpond.com bigpond.net.au optusnet.com.au
  iinet.net.au tpg.com.au xtra.co.nz slingshot.co.nz walla.com walla.co.il
  example.com example.net example.org outgrown.example
`
    .trim()
    .split(/\s+/),
)

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table mailbox drop column domain_hash')
}
