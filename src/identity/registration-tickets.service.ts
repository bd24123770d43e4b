import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import type { Where } from '../platform/database/where';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { TicketDead } from './account.errors';
import { RegistrationTicket } from './registration-ticket.entity';
import { derivedToken, digestOf } from './secrets';
import { visitor } from './visitor';

export const TICKET_MS = 30 * 60_000;

/** How a visitor shows a verified mailbox. */
export interface TicketProof {
  /** Sent on purpose, in a header or a body: nothing replaces a wrong one. */
  readonly token?: string | undefined;
  /** Of the browser's cookie, which may be an old one. */
  readonly cookie?: string | undefined;
}

/** What a verified mailbox may do: become one organisation, within 30 minutes. */
@Injectable()
export class RegistrationTickets {
  constructor(
    @Directory(RegistrationTicket) private readonly tickets: DirectoryRepository<RegistrationTicket>,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** For a mailbox that was just verified, in the caller's transaction. @returns the token */
  async make(email: string): Promise<string> {
    const now = this.clock.now();
    const ticket_id = newId(now);
    const token = derivedToken(this.config.key('challenge'), 'ticket', ticket_id);
    await this.tickets.insert({
      ticket_id,
      token_digest: digestOf(token),
      email,
      address: visitor().address,
      user_agent_digest: visitor().user_agent_digest,
      expires_at: now + TICKET_MS,
      spent_at: null,
      customer_id: null,
      created_at: now,
    });
    return token;
  }

  /**
   * The ticket for this e-mail: the one whose token is shown, else (no token, or an old cookie's) the only unspent one
   * from the same address and agent.
   * @throws TicketDead also for a token that was sent and is wrong: colleagues share an address and an agent
   */
  async holding(email: string, proof: TicketProof): Promise<RegistrationTicket> {
    const good = { email_key: keyOf(email), expires_at: { gt: this.clock.now() } };
    const ticket = await this.byProof(proof, good);
    if (ticket) return ticket;
    if (proof.token !== undefined) throw new TicketDead();
    const { address, user_agent_digest } = visitor();
    const own = await this.tickets.find({ ...good, spent_at: null, address, user_agent_digest }, { limit: 2 });
    if (own.length !== 1) throw new TicketDead();
    return own[0]!;
  }

  /**
   * The spent ticket that made an organisation: still good to name its subscription. Without its token (or with an old
   * cookie's) the organisation that was just made from the same address and agent is named.
   */
  async spentFor(proof: TicketProof, customer_id: number | undefined): Promise<RegistrationTicket | null> {
    const good = { expires_at: { gt: this.clock.now() }, customer_id: { ne: null } };
    const ticket = await this.byProof(proof, good);
    if (ticket || proof.token !== undefined || customer_id === undefined) return ticket;
    const { address, user_agent_digest } = visitor();
    return this.tickets.one({ ...good, customer_id, address, user_agent_digest });
  }

  private async byProof(
    { token, cookie }: TicketProof,
    good: Where<RegistrationTicket>,
  ): Promise<RegistrationTicket | null> {
    const text = token ?? cookie;
    return text === undefined ? null : this.tickets.one({ ...good, token_digest: digestOf(text) });
  }

  /** One conditional update, in the registration's transaction. @throws TicketDead when it was spent meanwhile */
  async spend(ticket: RegistrationTicket, customer_id: number): Promise<void> {
    const now = this.clock.now();
    const spent = await this.tickets.update(
      { ticket_id: ticket.ticket_id, spent_at: null, expires_at: { gt: now } },
      { spent_at: now, customer_id, expires_at: now + TICKET_MS },
    );
    if (!spent) throw new TicketDead();
  }
}
