import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { toIso } from '../common/rest/row';
import { DATA_AS_OF_HEADER } from '../infrastructure/replica/data-as-of';
import { ReplicaReadService } from '../infrastructure/replica/replica-read.service';

interface HeaderWriter {
  header(name: string, value: string): unknown;
}

/** Runs the handler on the read replica, if there is one. Guards have already read from the primary. */
@Injectable()
class ReplicaReadInterceptor implements NestInterceptor {
  constructor(private readonly replicaReads: ReplicaReadService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.replicaReads.isEnabled) return next.handle();
    const answer = context.switchToHttp().getResponse<HeaderWriter>();
    const handler = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.replicaReads.runOnReplica(handler, (instant) => answer.header(DATA_AS_OF_HEADER, toIso(instant))));
  }
}

/** Only for controllers of reports and exports: handlers must not write and may run twice. */
export const ReadFromReplica = () => applyDecorators(UseInterceptors(ReplicaReadInterceptor));
