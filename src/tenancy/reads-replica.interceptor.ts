import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { toIso } from '../platform/definitions/row';
import { DATA_AS_OF } from '../platform/replica/data-as-of';
import { ReportReads } from '../platform/replica/report-reads';

interface Answer {
  header(name: string, value: string): unknown;
}

/** What the handler reads comes from the replica where there is one, after the doors have read of the writer who asks. */
@Injectable()
class ReplicaRead implements NestInterceptor {
  constructor(private readonly reads: ReportReads) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reads.isOn) return next.handle();
    const answer = context.switchToHttp().getResponse<Answer>();
    const handler = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.reads.within(handler, (instant) => answer.header(DATA_AS_OF, toIso(instant))));
  }
}

/** For controllers of reports and exports alone: they write nothing, and may run twice. */
export const ReadsReplica = () => applyDecorators(UseInterceptors(ReplicaRead));
