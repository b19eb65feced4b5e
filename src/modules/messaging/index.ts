export { announcePurchase } from './announce-purchase.ts'
export { markConversationRead } from './mark-conversation-read.ts'
export { sendMessage } from './send-message.ts'
export { writeAutomaticMessage } from './write-automatic-message.ts'
