import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- At most one row, ever: whoever inserts it became the first admin, and setup never reopens.
    create table admin_setup (
      only_row boolean primary key default true check (only_row),
      member_id uuid not null references member (id),
      created_at timestamptz not null default now()
    );

    create table setup_token (
      token_hash text primary key,
      created_at timestamptz not null default now(),
      used_at timestamptz
    );

    create table admin_action (
      id bigint generated always as identity primary key,
      actor_id uuid references member (id),
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default now(),
      -- The member whom the act concerns, where they are told of it.
      about_id uuid references member (id)
    );
    create index admin_action_newest on admin_action (created_at desc, id desc);
    create index admin_action_about on admin_action (about_id, id);
    create index admin_action_subject on admin_action (subject, id);

    -- A member's appeal against an act that concerns them, once, and what an admin answers.
    create table appeal (
      id uuid primary key default gen_random_uuid(),
      action_id bigint not null unique references admin_action (id),
      member_id uuid not null references member (id),
      words text not null check (length(words) between 1 and 1000),
      created_at timestamptz not null,
      decision text check (decision in ('keep', 'undo')),
      reason text check (length(reason) between 1 and 500),
      decided_at timestamptz,
      decided_by uuid references member (id),
      constraint appeal_decision_is_whole check (num_nulls(decision, reason, decided_at, decided_by) in (0, 4))
    );
    create index appeal_open on appeal (created_at, id) where decided_at is null;
    create index appeal_decided on appeal (decided_at, id) where decided_at is not null;

    -- The subject as it was when it was reported is told by its own row; it may be gone.
    create table report (
      id uuid primary key default gen_random_uuid(),
      reporter_id uuid not null references member (id),
      subject_kind text not null check (subject_kind in ('listing', 'message', 'member', 'thanks')),
      subject_id uuid not null,
      -- The member behind the listing, message or thanks, or the reported member.
      about_id uuid not null references member (id) check (about_id <> reporter_id),
      reason text not null check (reason in ('prohibited', 'misleading', 'spam', 'harassment', 'unsafe', 'other')),
      details text check (length(details) <= 1000),
      created_at timestamptz not null,
      decision text check (decision in ('dismiss', 'warn', 'hide')),
      decision_note text,
      decided_at timestamptz,
      decided_by uuid references member (id),
      unique (reporter_id, subject_kind, subject_id),
      constraint report_decision_is_whole check (num_nulls(decision, decided_at, decided_by) in (0, 3))
    );
    create index report_open on report (created_at, id) where decided_at is null;
    create index report_decided on report (decided_at, id) where decided_at is not null;
    create index report_of_subject on report (subject_kind, subject_id);
    create index report_about on report (about_id, created_at desc);

    -- Notes of admins about a member, for each other alone.
    create table member_note (
      id uuid primary key default gen_random_uuid(),
      member_id uuid not null references member (id),
      author_id uuid not null references member (id),
      words text not null check (length(words) between 1 and 1000),
      created_at timestamptz not null
    );
    create index member_note_of_member on member_note (member_id, created_at desc);

    -- The end of the last audit of the books.
    create table audit_run (
      only_row boolean primary key default true check (only_row),
      finished_at timestamptz not null,
      findings integer not null check (findings >= 0)
    );

    -- Where this market is backed up to, and how that goes; none while it is not.
    create table backup (
      only_row boolean primary key default true check (only_row),
      target text not null,
      since timestamptz not null,
      -- The place's own name when the backup began there.
      place text not null,
      -- When the newest whole backup was complete, and what kept the last one from being taken.
      taken_at timestamptz,
      take_problem text,
      take_problem_since timestamptz,
      -- When the log was last carried to the target, and the newest segment that was.
      archived_at timestamptz,
      shipped text,
      -- The time from which on the log has a hole, because the place was away for too long.
      log_lost_at timestamptz,
      -- The end of the last restore on trial, no problem is a null; and the files that it found damaged.
      verified_at timestamptz,
      verify_problem text,
      rotten text[] not null default '{}',
      -- The reason that keeps the backup from going on.
      problem text,
      problem_since timestamptz,
      check ((problem is null) = (problem_since is null))
    );

    -- An act of an admin for as long as it can be undone: its row goes once whom it concerns is told, and stays once it is undone.
    create table undoable_act (
      action_id bigint primary key references admin_action (id),
      -- The values that put everything back, and the notice where nobody does.
      steps jsonb not null,
      notices jsonb not null,
      until timestamptz not null,
      undone_at timestamptz,
      undone_by uuid references member (id),
      check ((undone_at is null) = (undone_by is null))
    );
    create index undoable_act_due on undoable_act (until) where undone_at is null;

    -- An admin is on it at the moment, so that two don't look into the same.
    create table taken_work (
      -- As the desk names it, such as listing:<id> for what was reported, purchase:<id>, appeal:<id>.
      subject text primary key check (length(subject) between 1 and 200),
      admin_id uuid not null references member (id),
      until timestamptz not null
    );

    -- Reasons that admins give again and again, to be chosen and changed.
    create table canned_words (
      only_one boolean primary key default true check (only_one),
      list text[] not null check (cardinality(list) <= 20),
      version int not null check (version > 0)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table canned_words, taken_work, undoable_act, backup, audit_run, member_note, report, appeal, admin_action,
      setup_token, admin_setup
  `)
}
