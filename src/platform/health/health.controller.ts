import { Controller, Get, Res, SetMetadata } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { build } from '../build';
import { DatabaseHealth, NoQuorum } from '../database/database-health';
import { storageTrouble, type StorageTrouble } from '../errors/database-away';
import { GracefulShutdown } from '../http/graceful-shutdown';
import { PUBLIC_ROUTE } from '../http/public-routes';
import { Log } from '../logging/log';

class RunningBuild {
  @ApiProperty({ example: '0.1.0' })
  version: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  commit: string | null;

  @ApiProperty({ example: '24.11.1' })
  node: string;

  @ApiProperty({ example: 86_400 })
  uptime_seconds: number;
}

// Without @nestjs/terminus: it answers with details of each indicator and cannot answer "draining"; DatabaseHealth would stay.
@ApiTags('Health')
@Controller('health')
@SetMetadata(PUBLIC_ROUTE, {
  why: 'asked by balancers and container engines, tells nothing but a state',
  recognise: false,
})
export class HealthController {
  constructor(
    private readonly shutdown: GracefulShutdown,
    private readonly database: DatabaseHealth,
    private readonly log: Log,
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
    // Told to end while the database was asked: what counts is how it is now.
    const status = this.shutdown.isShuttingDown ? 'draining' : database;
    if (status !== 'ok') reply.status(503).header('Retry-After', '5');
    return { status };
  }

  @Get('version')
  @ApiOperation({ summary: 'Read the running version and its start time' })
  version(): RunningBuild {
    return { ...build(), node: process.versions.node, uptime_seconds: Math.floor(process.uptime()) };
  }

  private async databaseStatus(): Promise<'ok' | 'database' | 'no_quorum' | StorageTrouble> {
    try {
      await this.database.check();
      return 'ok';
    } catch (error) {
      this.log.notReady((error as Error).message);
      return error instanceof NoQuorum ? 'no_quorum' : (storageTrouble(error) ?? 'database');
    }
  }
}
