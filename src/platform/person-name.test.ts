import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

const Person = personName({ min: 1, tooShort: 'Name is required', max: 100, tooLong: 'Name is too long' })

test.each([
  'Robert Service',
  'Will Smith',
  'You Jin Park',
  'Are Kalvø',
  'An Do',
  'Mark Price',
  'Alexandru Conta',
  'Rich Bill Grant',
  'Anh Thư Nguyễn',
  'Maria da Conceição dos Santos e Silva',
  'Ольга',
  'Γιώργος Παπαδόπουλος',
  'Nora 3rd',
  'Nora',
  'Anne-Marie O’Neill',
  'J. R.',
  'Dr. Ada B.',
  'NORA',
  'José',
  '李小龍',
  'Nora DAY',
  'McDONALD',
])('%s is a name', (name) => {
  expect(Person.parse(name)).toBe(name)
})

test.each([
  'ACCOUNT LOCKED, verify now at http://evil.example',
  'ACCOUNT LOCKED',
  'Verify at evil.example',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
  'www evil',
  'nora@evil.example',
  'evil .com',
  'mailto:nora',
  'a/b',
  'Outgrown',
  'Outgrown Support',
  'outgrown team',
  'Out grown',
  'Out-grown',
  'Öutgrówn',
  'OutgrownTeam',
  'Market Team',
  'Call 503 555-0188',
  '0utgr0wn Supp0rt',
  'Оutgrown',
  'Sup\u200bport',
  'S u p p o r t',
  'Administrator',
  'Customer Service',
  'Help Desk',
  'No-Reply',
  'Your account is locked',
  'Account suspended',
  'Please call us now, this is urgent',
  'Click here to confirm',
  'Ihr Konto ist gesperrt',
  'Su cuenta está bloqueada',
  'Votre compte est bloqué',
])('%s is no name', (name) => {
  expect(Person.safeParse(name).success).toBe(false)
})
