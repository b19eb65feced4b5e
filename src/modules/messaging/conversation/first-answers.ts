/**
 * SQL of the conversations in which somebody answered the other's first message, as a relation: who asked, when the
 * answer came, and after how many seconds.
 */
export const FIRST_ANSWERS = `(
  select owner_id, participant_id, conversation.created_at as begun_at, last_message_at, asked.sender_id as asked_by,
    answer.created_at as answered_at, extract(epoch from answer.created_at - asked.created_at)::float8 as seconds
  from conversation
  cross join lateral (
    select sender_id, created_at, seq from message
    where conversation_id = conversation.id and kind = 'text' and reason is null order by seq limit 1
  ) as asked
  cross join lateral (
    select created_at from message
    where conversation_id = conversation.id and kind = 'text' and reason is null
      and sender_id <> asked.sender_id and message.seq > asked.seq
    order by message.seq limit 1
  ) as answer
)`
