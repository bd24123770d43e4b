import { Controller, Get, Res, SetMetadata } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { getBuildInfo } from '../config/build-info';
import { DatabaseHealthIndicator, NoQuorumError } from '../database/database-health-indicator';
import { storageFailureOf, type StorageFailure } from '../../common/errors/database-availability';
import { GracefulShutdownService } from '../http/graceful-shutdown.service';
import { PUBLIC_ROUTE } from '../../common/http/route-metadata';
import { AppLogger } from '../logging/app-logger';

class RunningBuild {
  @ApiProperty({ example: '0.2.0' })
  version: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  commit: string | null;

  @ApiProperty({ example: '24.11.1' })
  node: string;

  @ApiProperty({ example: 86_400 })
  uptime_seconds: number;
}

// Without @nestjs/terminus: it exposes details of each indicator and has no "draining" state.
@ApiTags('Health')
@Controller('health')
@SetMetadata(PUBLIC_ROUTE, {
  why: 'asked by balancers and container engines, tells nothing but a state',
  optionalSession: false,
})
export class HealthController {
  constructor(
    private readonly shutdown: GracefulShutdownService,
    private readonly database: DatabaseHealthIndicator,
    private readonly logger: AppLogger,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Check whether the process responds, and nothing else' })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check whether the process is ready: not shutting down, database available, migrations applied',
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string }> {
    const database = this.shutdown.isShuttingDown ? 'ok' : await this.databaseStatus();
    // Shutdown may have started during the check.
    const status = this.shutdown.isShuttingDown ? 'draining' : database;
    if (status !== 'ok') reply.status(503).header('Retry-After', '5');
    return { status };
  }

  @Get('version')
  @ApiOperation({ summary: 'Read the running version and its start time' })
  version(): RunningBuild {
    return { ...getBuildInfo(), node: process.versions.node, uptime_seconds: Math.floor(process.uptime()) };
  }

  private async databaseStatus(): Promise<'ok' | 'database' | 'no_quorum' | StorageFailure> {
    try {
      await this.database.check();
      return 'ok';
    } catch (error) {
      this.logger.notReady((error as Error).message);
      return error instanceof NoQuorumError ? 'no_quorum' : (storageFailureOf(error) ?? 'database');
    }
  }
}
