const PROVIDERS = `
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

/**
 * Domains under which strangers have mailboxes: free mail, internet providers, forwarding services. At the end those in which
 * examples, tests and the demo live.
 */
export const PUBLIC_MAIL_PROVIDERS: ReadonlySet<string> = new Set(PROVIDERS.trim().split(/\s+/))
