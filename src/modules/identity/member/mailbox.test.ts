import { expect, test } from 'vitest'
import { foldMailbox } from './mailbox.ts'

test.each([
  ['Nora.Day+market@Gmail.com', 'noraday@gmail.com'],
  ['nora.day@googlemail.com', 'noraday@gmail.com'],
  ['nora.day+toys@outlook.com', 'nora.day@outlook.com'],
  ['nora+1@protonmail.com', 'nora@proton.me'],
  ['nora+1@hotmail.co.uk', 'nora@hotmail.co.uk'],
  ['nora+1@me.com', 'nora@icloud.com'],
  ['nora.day+market@example.com', 'nora.day+market@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('%s leads to %s', (email, mailbox) => {
  expect(foldMailbox(email)).toBe(mailbox)
})
