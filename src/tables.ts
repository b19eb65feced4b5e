// Written by src/platform/migrations.test.ts from what the migrations make; `npx vitest run migrations -u` renews it.
export {}

declare module './platform/database.ts' {
  interface Tables {
    account: {
      id: string
      kind: 'member' | 'escrow' | 'fees' | 'mint'
      member_id: string | null
      balance: bigint
      version: bigint
      created_at: Date
    }
    activity: {
      reference: string
      kind: 'listing' | 'sale'
      member_id: string
      buyer_id: string | null
      month: string
      occurred_at: Date
      counts_from: Date | null
      counted_at: Date | null
    }
    admin_action: {
      id: bigint
      actor_id: string | null
      action: string
      subject: string
      before: unknown
      after: unknown
      created_at: Date
      about_id: string | null
    }
    admin_settings: {
      id: string
      processing_fee_percentage: string
      transaction_fee_percentage: string
      updated_at: Date
      supply_target: string | null
      supply_target_moves: boolean
    }
    admin_setup: {
      only_row: boolean
      member_id: string
      created_at: Date
    }
    analysis_batch: {
      id: string
      owner_id: string
      created_at: Date
      cancelled_at: Date | null
    }
    analysis_batch_item: {
      batch_id: string
      position: number
      photo_urls: string[]
      category: string
      analysis_id: string | null
      refusal: string | null
      refused: unknown
    }
    analysis_cost: {
      analyser: string
      day: Date
      answered: number
      failed: number
      tokens_in: bigint
      tokens_out: bigint
    }
    appeal: {
      id: string
      action_id: bigint
      member_id: string
      words: string
      created_at: Date
      decision: 'keep' | 'undo' | null
      reason: string | null
      decided_at: Date | null
      decided_by: string | null
    }
    appointment: {
      id: string
      purchase_id: string
      buyer_id: string
      seller_id: string
      offered_by: string
      offered_at: Date
      times: unknown
      state: 'offered' | 'replaced' | 'agreed' | 'called_off' | 'missed' | 'kept'
      starts_at: Date | null
      ends_at: Date | null
      agreed_at: Date | null
      called_off_by: string | null
      call_off_reason: string | null
      reminded: number
      buyer_on_the_way_at: Date | null
      seller_on_the_way_at: Date | null
      buyer_here_at: Date | null
      seller_here_at: Date | null
      absent_said_by: string | null
      absent_said_at: Date | null
      absent_word: string | null
      absent_answered_at: Date | null
      absent_answer: string | null
      absent_counted_at: Date | null
      buyer_late_at: Date | null
      seller_late_at: Date | null
    }
    arrival: {
      member_id: string
      network: string
      is_forwarded: boolean
      at: Date
    }
    arrival_salt: {
      day: Date
      salt: string
    }
    audit_run: {
      only_row: boolean
      finished_at: Date
      findings: number
    }
    backoff: {
      key: string
      attempts: number
      open_at: Date
      expires_at: Date
    }
    backup: {
      only_row: boolean
      target: string
      since: Date
      place: string
      taken_at: Date | null
      take_problem: string | null
      take_problem_since: Date | null
      archived_at: Date | null
      shipped: string | null
      log_lost_at: Date | null
      verified_at: Date | null
      verify_problem: string | null
      rotten: string[]
      problem: string | null
      problem_since: Date | null
    }
    basket_line: {
      member_id: string
      listing_id: string
      listing_title: string
      added_at: Date
    }
    calendar_feed: {
      member_id: string
      secret_hash: string
      created_at: Date
    }
    canned_words: {
      only_one: boolean
      list: string[]
      version: number
    }
    card_event: {
      id: string
      type: string
      payment_intent_id: string | null
      created_at: Date
      received_at: Date
      processed_at: Date | null
      problem: string | null
    }
    card_refund: {
      key: string
      purchase_id: string
      amount_cents: number
      due_at: Date
      refund_id: string | null
      refunded_at: Date | null
      failure: string | null
    }
    category_price: {
      id: string
      category: string
      token_price: number
      retail_price: bigint
      updated_at: Date
      removed_at: Date | null
    }
    cleared_alarm: {
      kind: 'refund_failed' | 'card_event' | 'chargeback' | 'refused_card'
      subject: string
      cleared_at: Date
    }
    conversation: {
      id: string
      listing_id: string
      owner_id: string
      participant_id: string
      last_message_at: Date
      last_message_preview: string
      owner_unread_count: number
      participant_unread_count: number
      created_at: Date
    }
    copied_photo: {
      listing_id: string
      like_id: string
      found_at: Date
      cleared_at: Date | null
    }
    courier_quote: {
      listing_id: string
      dropoff_address: string
      fee_cents: number
      estimated_time: string
      estimate: boolean
      expires_at: Date
    }
    demo_seed: {
      only_row: boolean
      started_at: Date
      finished_at: Date | null
    }
    device: {
      member_id: string
      browser_hash: string
      last_at: Date
    }
    draw: {
      listing_id: string
      seed: string
      commitment: string
      hours: number
      closes_at: Date
      state: 'open' | 'closed' | 'drawn' | 'over'
      tickets_digest: string | null
      closed_at: Date | null
      turn: number | null
      turn_until: Date | null
      by_hand: boolean
    }
    draw_entry: {
      listing_id: string
      member_id: string
      ticket: string
      entered_at: Date
      weight: number | null
      place: number | null
      passed_at: Date | null
    }
    economy_minted: {
      month: string
      reason: string
      amount: bigint
      members: number
    }
    economy_missed_search: {
      month: string
      words: string
      people: number
    }
    economy_month: {
      month: string
      begins_at: Date
      ends_at: Date
      counted_until: Date
      complete: boolean
      members: number
      active_members: number
      supply: bigint
      escrow: bigint
      escrow_members: number
      idle: bigint
      burnt: bigint
      burnt_members: number
      listings: number
      listing_members: number
      trades: number
      trade_members: number
      tried: number
      sold_in_time: number
      median_days_to_sale: string | null
      searches_missed: number
      wants_unpaid: number | null
      short_members: number | null
      in_vain_members: number | null
      no_shows: number | null
      problems: number | null
      first_answer_minutes: string | null
      answer_members: number | null
      counts_gifts: boolean
      on_offer: number | null
    }
    entry: {
      account_id: string
      version: bigint
      transfer_id: string
      amount: bigint
      balance_after: bigint
    }
    favourite: {
      member_id: string
      listing_id: string
      added_at: Date
    }
    handover_code: {
      purchase_id: string
      secret: string
      wrong_tries: number
      wrong_tries_in_all: number
      paused_until: Date | null
    }
    ledger_digest: {
      night: string
      number: bigint
      size: bigint
      mint_version: bigint
      escrow_version: bigint
      root: Buffer
      signature: Buffer
      taken_at: Date
    }
    ledger_key: {
      only_one: boolean
      private_key: Buffer
      public_key: Buffer
    }
    ledger_salt: {
      account_id: string
      salt: Buffer | null
    }
    ledger_tile: {
      level: number
      number: bigint
      hashes: Buffer
    }
    listing: {
      id: string
      seller_id: string
      buyer_id: string | null
      title: string
      description: string
      category: string
      condition: 'like-new' | 'good' | 'fair' | 'well-used'
      age_size:
        | 'newborn'
        | '0-3mo'
        | '3-6mo'
        | '6-12mo'
        | '12-18mo'
        | '18-24mo'
        | '2T-3T'
        | '4T-5T'
        | '6-7y'
        | '8-9y'
        | '10-11y'
        | '12-14y'
        | 'shoe-16-17'
        | 'shoe-18-19'
        | 'shoe-20-21'
        | 'shoe-22-23'
        | 'shoe-24-25'
        | 'shoe-26-27'
        | 'shoe-28-29'
        | 'shoe-30-31'
        | 'shoe-32-33'
        | 'shoe-34-35'
        | 'shoe-36-37'
        | 'shoe-38-39'
        | null
      city: string
      contact_name: string
      contact_email: string
      contact_phone: string | null
      pickup_address: string
      latitude: number | null
      longitude: number | null
      public_cell: number | null
      photos: string[]
      token_price: bigint
      weight_lbs: string | null
      delivery_option: 'doordash' | 'pickup' | 'both'
      status: 'available' | 'reserved' | 'claimed' | 'withdrawn'
      tokens_in_escrow: bigint
      purchased_at: Date | null
      delivery_confirmed_at: Date | null
      escrow_released_at: Date | null
      claimed_at: Date | null
      withdrawn_at: Date | null
      hidden_at: Date | null
      hidden_reason: string | null
      erased_at: Date | null
      created_at: Date
      updated_at: Date
      hidden_with_seller: boolean
      draw_closes_at: Date | null
      bag_count: number | null
      size_to: string | null
      sizes: string[] | null
      drafted: string[]
      recalls_compared: string[]
      offered_at: Date
    }
    listing_card: {
      listing_id: string
      card: string
    }
    listing_count: {
      id: bigint
      category: string
      status: string
      listings: bigint
      weighed: bigint
      weight_lbs: string
    }
    mailbox: {
      member_id: string
      hash: string
      domain_hash: string | null
    }
    mailbox_key: {
      only_row: boolean
      key: string
      created_at: Date
    }
    map_key: {
      only_row: boolean
      key: string
    }
    member: {
      id: string
      email: string
      oidc_subject: string | null
      first_name: string | null
      last_name: string | null
      profile_image_url: string | null
      is_admin: boolean
      default_city: string | null
      default_contact_name: string | null
      default_contact_email: string | null
      default_contact_phone: string | null
      default_pickup_address: string | null
      default_latitude: number | null
      default_longitude: number | null
      children_ages: (
        | 'newborn'
        | '0-3mo'
        | '3-6mo'
        | '6-12mo'
        | '12-18mo'
        | '18-24mo'
        | '2T-3T'
        | '4T-5T'
        | '6-7y'
        | '8-9y'
        | '10-11y'
        | '12-14y'
      )[]
      children_born: string[]
      referral_code: string
      referred_by: string | null
      first_listing_at: Date | null
      first_sale_at: Date | null
      has_bought_once: boolean
      has_sold_once: boolean
      current_streak: number
      last_activity_month: string | null
      demo_note: string | null
      created_at: Date
      updated_at: Date
      deleted_at: Date | null
      language: string | null
    }
    member_balance: {
      member_id: string | null
      tokens: bigint | null
      tokens_in_escrow: bigint | null
    }
    member_block: {
      blocker_id: string
      blocked_id: string
      created_at: Date
    }
    member_note: {
      id: string
      member_id: string
      author_id: string
      words: string
      created_at: Date
    }
    message: {
      id: string
      seq: bigint
      conversation_id: string
      sender_id: string
      recipient_id: string
      body: string
      kind: 'text' | 'arrangement'
      reason: string | null
      read_at: Date | null
      created_at: Date
      told: string | null
      facts: unknown
      photos: string[]
    }
    missed_search: {
      month: string
      words: string
      seeker: string
      could_pay: boolean
    }
    month_salt: {
      month: string
      salt: string
    }
    noted_facts: {
      subject: string | null
      subject_id: string | null
      facts: unknown
    }
    notice: {
      id: string
      seq: bigint
      member_id: string
      kind: 'messages' | 'trades' | 'reminders' | 'thank-yous' | 'alerts' | 'market-news' | 'account'
      key: string
      title: string
      body: string
      path: string | null
      button: string | null
      stop_path: string | null
      from_id: string | null
      names_id: string | null
      read_at: Date | null
      created_at: Date
      told: string | null
      facts: unknown
      about: unknown
    }
    notice_delivery: {
      notice_id: string
      channel: 'mail' | 'push'
      due_at: Date
      attempts: number
      begun_at: Date | null
      reached: string[]
      done_at: Date | null
      sent_in: string | null
    }
    notice_preference: {
      member_id: string
      kind: 'messages' | 'trades' | 'reminders' | 'thank-yous' | 'alerts' | 'market-news'
      site: boolean
      push: boolean
      mail: 'at-once' | 'daily' | 'never'
    }
    outage: {
      what: 'mail' | 'push'
      since: Date
      failures: number
      error: string
    }
    passkey: {
      id: string
      member_id: string
      credential_id: string
      public_key: string
      counter: bigint
      transports: string[]
      device: string
      created_at: Date
      last_used_at: Date | null
    }
    passkey_challenge: {
      challenge: string
      member_id: string | null
      expires_at: Date
    }
    payment_difference: {
      subject: string
      problem: string
      found_at: Date
    }
    photo: {
      id: string
      owner_id: string
      listing_id: string | null
      url: string
      width: number
      height: number
      bytes: number
      placeholder: string | null
      variants_at: Date | null
      discarded_at: Date | null
      created_at: Date
      message_id: string | null
      shown_to: string[] | null
      original_id: string | null
      hash: bigint | null
      bands: number[] | null
    }
    photo_analysis: {
      id: string
      owner_id: string
      photo_urls: string[]
      category: string
      analyser: string
      result: unknown
      failure: unknown
      attempts: number
      cancelled: number
      asked_at: Date
      started_at: Date | null
      finished_at: Date | null
    }
    problem: {
      id: string
      purchase_id: string
      buyer_id: string
      seller_id: string
      reason: 'not_as_described' | 'broken' | 'missing' | 'did_not_come' | 'other'
      reported_at: Date
      answered_at: Date | null
      answer: string | null
      decision_reason: string | null
      alarmed_at: Date | null
    }
    problem_decision: {
      line_reference: string
      purchase_id: string
      buyer_id: string
      seller_id: string
      outcome: 'release' | 'refund'
      reason: string
      decided_by: string
      decided_at: Date
      appealed_at: Date | null
      appeal: string | null
      final_outcome: 'release' | 'refund' | null
      final_reason: string | null
      final_by: string | null
      settled_at: Date | null
      announced_at: Date | null
      final_at: Date | null
    }
    problem_photo: {
      id: string
      purchase_id: string
      owner_id: string
      created_at: Date
      erase_at: Date
    }
    purchase: {
      id: string
      buyer_id: string
      seller_id: string
      state: 'reserved' | 'expired' | 'paid'
      line_count: number
      fee_percentage: string
      delivery_method: 'message' | 'doordash'
      delivery_address: string | null
      courier_fee_cents: number | null
      processing_cents: number
      item_cents: number
      card_amount_cents: number
      refund_cents: number
      payment_intent_id: string | null
      reserved_at: Date
      expires_at: Date
      expired_at: Date | null
      paid_at: Date | null
      late_payment_at: Date | null
      reminded_day: 0 | 3 | 7 | 13
      added_to: string | null
      currency: string
    }
    purchase_alarm: {
      purchase_id: string
      kind: 'chargeback' | 'refused_card'
      raised_at: Date
      fingerprint: string | null
      over_allowance: boolean
      pays_from: Date | null
    }
    purchase_card: {
      purchase_id: string
      fingerprint: string
    }
    purchase_history: {
      number: bigint
      subject: string
      subject_id: string
      change: 'found' | 'insert' | 'update'
      facts: unknown
      noted_at: Date
    }
    purchase_line: {
      purchase_id: string
      number: number
      reference: string
      listing_id: string | null
      listing_title: string
      state: 'reserved' | 'expired' | 'paid' | 'disputed' | 'delivered' | 'refund_due' | 'refunded' | 'refund_failed'
      price: bigint
      fee: bigint
      disputed_at: Date | null
      dispute_reason: string | null
      delivered_at: Date | null
      delivered_by: 'buyer' | 'clock' | 'admin' | null
      earns_nothing: 'free' | 'goes back' | 'same mailbox' | 'invited' | 'same card' | 'unknown' | 'same domain' | null
      cancelled_at: Date | null
      cancelled_by: 'seller' | 'admin' | 'clock' | null
      refund_key: string | null
    }
    push_subscription: {
      id: string
      session: string
      member_id: string
      endpoint: string
      p256dh: string
      auth: string
      shows_details: boolean
      created_at: Date
    }
    quiet_hours: {
      member_id: string
      begins: string | null
      ends: string | null
    }
    rate_limit: {
      key: string
      points: number
      expire: number | null
    }
    recall: {
      key: string
      source: 'cpsc' | 'health-canada' | 'safety-gate'
      date: string
      brand: string
      products: string[]
      models: string[]
      hazard: string
      url: string
      first_seen_at: Date
      looked_at: Date | null
    }
    recall_source: {
      source: 'cpsc' | 'health-canada' | 'safety-gate'
      synced_at: Date | null
      bytes: bigint | null
      failing_since: Date | null
      problem: 'away' | 'refused' | null
      error: string | null
    }
    report: {
      id: string
      reporter_id: string
      subject_kind: 'listing' | 'message' | 'member' | 'thanks'
      subject_id: string
      about_id: string
      reason: 'prohibited' | 'misleading' | 'spam' | 'harassment' | 'unsafe' | 'other'
      details: string | null
      created_at: Date
      decision: 'dismiss' | 'warn' | 'hide' | null
      decision_note: string | null
      decided_at: Date | null
      decided_by: string | null
    }
    sandbox_idempotency_key: {
      key: string
      request_hash: string
      status: number
      body: unknown
      created_at: Date
    }
    sandbox_object: {
      id: string
      kind: 'payment_intent' | 'refund'
      body: unknown
      created_at: Date
    }
    saved_search: {
      id: string
      member_id: string
      query: unknown
      how: 'at-once' | 'daily' | 'weekly' | 'none'
      shown: boolean
      created_at: Date
      read_at: Date
      category: string | null
      age_size: string | null
      condition: string | null
      max_price: bigint | null
      by_courier: boolean
      seller_id: string | null
      latitude: number | null
      longitude: number | null
      within: number | null
      tiles: number[]
      title_words: string[]
      city_words: string[]
      anchors: string[]
      bag: boolean
    }
    search_entry: {
      listing_id: string
      created_at: Date
      status: string
      category: string
      condition: string
      age_size: string | null
      token_price: bigint
      by_courier: boolean
      seller_id: string
      title: string
      city: string
      cell: number | null
      latitude: number | null
      longitude: number | null
      bag: boolean
      sizes: string[] | null
    }
    search_match: {
      member_id: string
      listing_id: string
      search_id: string | null
      found_at: Date
      told_at: Date | null
    }
    sessions: {
      sid: string
      sess: unknown
      expire: Date
    }
    setup_token: {
      token_hash: string
      created_at: Date
      used_at: Date | null
    }
    sign_in_code: {
      id: string
      email: string
      browser_hash: string
      code_hash: string
      digits: 6 | 8
      guesses: number
      expires_at: Date
      used_at: Date | null
      created_at: Date
    }
    site: {
      only_row: boolean
      name: string | null
      tagline: string | null
      place: string | null
      contact: string | null
      photo: string | null
      time_zone: string | null
      language: string | null
      currency: string | null
      units: 'us' | 'metric' | null
      card_order_cents: number
      card_item_cents: number
      terms: string
      privacy: string
      imprint: string
      version: number
      set_up_at: Date | null
    }
    site_file: {
      name: string
      superseded_at: Date | null
    }
    streak: {
      member_id: string
      month: string
      months: number
      settled_at: Date
    }
    supply_factor: {
      month: string
      target: bigint
      active_members: number
      supply: bigint
      once_only: bigint
      expected: bigint
      tenths: number
      counted_until: Date
      published_at: Date
      begins_at: Date
      moved_from: bigint | null
      meters_month: string | null
      meters_active: number | null
      short_members: number | null
      in_vain_members: number | null
      counts_gifts: boolean
    }
    suspension: {
      id: string
      mailbox_hash: string
      member_id: string
      reason: string
      until: Date | null
      by_id: string
      created_at: Date
      ended_at: Date | null
      lifted_by: string | null
    }
    taken_work: {
      subject: string
      admin_id: string
      until: Date
    }
    thanks: {
      id: string
      purchase_id: string
      from_id: string
      to_id: string
      chips: ('friendly' | 'on_time' | 'as_described' | 'quick_replies' | 'flexible')[]
      words: string | null
      written_at: Date
      told_at: Date | null
      removed_at: Date | null
      removed_because: string | null
    }
    title_word: {
      word: string
      listings: bigint
    }
    title_word_change: {
      id: bigint
      word: string
      listings: bigint
    }
    token_transactions: {
      id: string | null
      member_id: string | null
      version: bigint | null
      type: string | null
      amount: bigint | null
      balance_after: bigint | null
      description: string | null
      listing_id: string | null
      platform_fee_cents: number | null
      payment_intent_id: string | null
      created_at: Date | null
      facts: unknown
      currency: string | null
    }
    transfer: {
      id: string
      seq: bigint
      kind:
        | 'hold'
        | 'release'
        | 'fee'
        | 'void'
        | 'welcome_bonus'
        | 'first_listing'
        | 'first_sale'
        | 'monthly_combo'
        | 'streak_bonus'
        | 'referral_bonus'
      debit: string
      credit: string
      amount: bigint
      resolves: string | null
      reference: string | null
      description: string
      created_at: Date
      facts: unknown
    }
    undoable_act: {
      action_id: bigint
      steps: unknown
      notices: unknown
      until: Date
      undone_at: Date | null
      undone_by: string | null
    }
    unpaid_want: {
      month: string
      member: string
      want: string
    }
  }
}
