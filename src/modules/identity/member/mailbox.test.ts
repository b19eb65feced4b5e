import { expect, test } from 'vitest'
import { privateMailDomain } from './private-mail-domain.ts'
import { foldMailbox } from './mailbox.ts'

test.each([
  ['Nora.Day+market@Gmail.com', 'noraday@gmail.com'],
  ['nora.day@googlemail.com', 'noraday@gmail.com'],
  ['nora.day+toys@outlook.com', 'nora.day@outlook.com'],
  ['nora+1@protonmail.com', 'nora@proton.me'],
  ['nora+1@hotmail.co.uk', 'nora@hotmail.co.uk'],
  ['nora+1@me.com', 'nora@icloud.com'],
  ['nora.day+market+2@example.com', 'nora.day@example.com'],
  ['+nora@example.com', '+nora@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('%s leads to %s', (email, mailbox) => {
  expect(foldMailbox(email)).toBe(mailbox)
})

test.each([
  ['nora@Made-Up.example', 'made-up.example'],
  ['nora@a.b.made-up.example', 'made-up.example'],
  ['nora@mail.family.co.uk', 'family.co.uk'],
  ['nora@other.co.uk', 'other.co.uk'],
  ['nora@gmail.com', null],
  ['nora@tag.fastmail.com', null],
  ['nora@hotmail.co.uk', null],
  ['nora@yahoo.com.br', null],
  ['nora@btinternet.com', null],
])('the private mail domain of %s is %s', (email, domain) => {
  expect(privateMailDomain(email)).toBe(domain)
})
