import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import type { Where } from '../../infrastructure/database/where';
import { normalizeKey } from '../../common/text-normalization';
import { newId } from '../../common/ids';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { TicketExpiredError } from './account.errors';
import { RegistrationTicket } from './registration-ticket.entity';
import { derivedToken, sha256 } from './secrets';
import { currentVisitor } from './visitor';

export const TICKET_LIFETIME_MS = 30 * 60_000;

export interface TicketProof {
  /** From a header or body; a wrong one is not ignored. */
  readonly token?: string | undefined;
  /** From the browser's cookie; may be outdated. */
  readonly cookie?: string | undefined;
}

/** Tickets of verified mailboxes: each registers one customer within 30 minutes. */
@Injectable()
export class RegistrationTicketsService {
  constructor(
    @InjectDirectoryRepository(RegistrationTicket) private readonly tickets: DirectoryRepository<RegistrationTicket>,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Runs in the caller's transaction. @returns the token */
  async create(email: string): Promise<string> {
    const now = this.clock.now();
    const ticket_id = newId(now);
    const token = derivedToken(this.config.key('challenge'), 'ticket', ticket_id);
    await this.tickets.insert({
      ticket_id,
      token_digest: sha256(token),
      email,
      address: currentVisitor().address,
      user_agent_digest: currentVisitor().user_agent_digest,
      expires_at: now + TICKET_LIFETIME_MS,
      spent_at: null,
      customer_id: null,
      created_at: now,
    });
    return token;
  }

  /**
   * Ticket for this e-mail by token; without a token (or with an outdated cookie) the only open one of the same address
   * and user agent.
   * @throws TicketExpiredError, also for a wrong token, because colleagues share address and user agent
   */
  async requireTicket(email: string, proof: TicketProof): Promise<RegistrationTicket> {
    const validWhere = { email_key: normalizeKey(email), expires_at: { gt: this.clock.now() } };
    const ticket = await this.findByProof(proof, validWhere);
    if (ticket) return ticket;
    if (proof.token !== undefined) throw new TicketExpiredError();
    const { address, user_agent_digest } = currentVisitor();
    const candidates = await this.tickets.find(
      { ...validWhere, spent_at: null, address, user_agent_digest },
      { limit: 2 },
    );
    if (candidates.length !== 1) throw new TicketExpiredError();
    return candidates[0]!;
  }

  /**
   * Used ticket of a customer, valid for confirming its subscription. Without a token (or with an outdated cookie) that
   * of the customer registered from the same address and user agent.
   */
  async findSpent(proof: TicketProof, customer_id: number | undefined): Promise<RegistrationTicket | null> {
    const validWhere = { expires_at: { gt: this.clock.now() }, customer_id: { ne: null } };
    const ticket = await this.findByProof(proof, validWhere);
    if (ticket || proof.token !== undefined || customer_id === undefined) return ticket;
    const { address, user_agent_digest } = currentVisitor();
    return this.tickets.findOne({ ...validWhere, customer_id, address, user_agent_digest });
  }

  private async findByProof(
    { token, cookie }: TicketProof,
    validWhere: Where<RegistrationTicket>,
  ): Promise<RegistrationTicket | null> {
    const text = token ?? cookie;
    return text === undefined ? null : this.tickets.findOne({ ...validWhere, token_digest: sha256(text) });
  }

  /** One conditional update in the transaction of the registration. @throws TicketExpiredError if used meanwhile */
  async markSpent(ticket: RegistrationTicket, customer_id: number): Promise<void> {
    const now = this.clock.now();
    const updatedRows = await this.tickets.update(
      { ticket_id: ticket.ticket_id, spent_at: null, expires_at: { gt: now } },
      { spent_at: now, customer_id, expires_at: now + TICKET_LIFETIME_MS },
    );
    if (!updatedRows) throw new TicketExpiredError();
  }
}
