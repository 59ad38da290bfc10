#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: fleet.py SERVERS ALLOCTAG CAPTURES.tar.xz

What the metrics of alloctag cost in a server: how many series a machine has,
the bytes of a sample on disk, and the memory of a series that is scraped. For
Documentation/fleet.rst. SERVERS is the folder of Debian's prometheus and
promtool, ALLOCTAG the program.

The series are those of alloctag-agent.service for the report of a kernel in
CAPTURES. Bytes on disk depend on how often values change, which differs between
machines; so some are generated: in each minute, a given part of the series
changes by a few objects. The blocks are made by promtool, and read by promtool
tsdb analyze. Memory is what Prometheus itself reports, with few and with many
machines, each scraped every five seconds.
"""
import http.server
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

SERVERS, ALLOCTAG, CAPTURES = (os.path.abspath(name) for name in sys.argv[1:])
MACHINES = 5
HOURS = 24
SERIES = 200
START = 1795392000


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def agent_series(folder, *options):
    """The series of a machine with the agent: [(name and labels, value)]."""
    unit = os.path.join(os.path.dirname(__file__),
                        '../tools/alloctag/alloctag-agent.service.in')
    with open(unit, encoding='utf-8') as file:
        command = re.search(r'^ExecStart=@BIN@/alloctag (.*) --state=.* -o', file.read(),
                            re.MULTILINE)[1]
    text = run(ALLOCTAG, *command.split(), f'--proc={folder}/linux-6.12', *options)
    return [line.rsplit(' ', 1) for line in text.splitlines() if not line.startswith('#')]


def with_instance(series, machine):
    label = f'instance="machine{machine:05}:9100",job="node"'
    return series.replace('{', '{' + label + ',') if '{' in series else f'{series}{{{label}}}'


def size_of(folder):
    return sum(os.path.getsize(os.path.join(path, name))
               for path, _, names in os.walk(folder) for name in names)


def measure_disk(folder, series, part):
    """Bytes of a sample, all and without the index; PART of the values change."""
    history = f'{folder}/history'
    random.seed(f'{part}')
    with open(history, 'w', encoding='utf-8') as out:
        for name, value in series:
            metric = name.split('{')[0]
            for machine in range(MACHINES):
                number = int(value)
                step = random.choice((64, 192, 256, 1024, 4096)) if 'bytes' in metric else 1
                full = with_instance(name, machine)
                for minute in range(60 * HOURS):
                    if random.random() < part:
                        number = max(0, number + step * random.randint(-20, 20))
                    out.write(f'{full} {number} {START + 60 * minute}\n')
        out.write('# EOF\n')
    shutil.rmtree(f'{folder}/data', ignore_errors=True)
    run(f'{SERVERS}/promtool', 'tsdb', 'create-blocks-from', 'openmetrics',
        '--max-block-duration=24h', history, f'{folder}/data')
    samples = nr_series = 0
    # promtool's analysis is the second opinion on what the blocks hold.
    for block in os.listdir(f'{folder}/data'):
        if os.path.isdir(f'{folder}/data/{block}/chunks'):
            text = run(f'{SERVERS}/promtool', 'tsdb', 'analyze', f'{folder}/data', block)
            nr_series = max(nr_series, int(re.search(r'Series: (\d+)', text)[1]))
            with open(f'{folder}/data/{block}/meta.json', encoding='utf-8') as file:
                samples += json.load(file)['stats']['numSamples']
    assert samples == MACHINES * HOURS * 60 * len(series)
    assert nr_series == MACHINES * len(series)
    chunks = sum(size_of(f'{folder}/data/{block}/chunks') for block in os.listdir(f'{folder}/data')
                 if os.path.isdir(f'{folder}/data/{block}'))
    return size_of(f'{folder}/data') / samples, chunks / samples


class Machines(http.server.BaseHTTPRequestHandler):
    """/N: the metrics of machine N. The values change a little each time."""
    series = []

    def do_GET(self):
        text = ''.join(f"{name} {int(value) + random.randint(0, 9)}\n"
                       for name, value in self.series).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'text/plain; version=0.0.4')
        self.send_header('Content-Length', str(len(text)))
        self.end_headers()
        try:
            self.wfile.write(text)
        except ConnectionError:
            pass  # Prometheus was stopped meanwhile.

    def log_message(self, *arguments):
        pass


def measure_memory(folder, series, machines):
    """The resident bytes of Prometheus when it has scraped all for a minute."""
    Machines.series = series
    web = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Machines)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        port = listener.getsockname()[1]
    targets = '\n'.join(f"""  - targets: ['127.0.0.1:{web.server_port}']
    labels: {{ instance: 'machine{number:05}:9100', __metrics_path__: '/{number}' }}"""
                        for number in range(machines))
    with open(f'{folder}/config.yml', 'w', encoding='utf-8') as out:
        out.write(f"""global: {{ scrape_interval: 5s }}
scrape_configs:
- job_name: node
  static_configs:
{targets}
""")
    shutil.rmtree(f'{folder}/data', ignore_errors=True)
    with subprocess.Popen([f'{SERVERS}/prometheus', f'--config.file={folder}/config.yml',
                           f'--storage.tsdb.path={folder}/data', '--log.level=error',
                           f'--web.listen-address=127.0.0.1:{port}']) as server:
        time.sleep(60)
        with urllib.request.urlopen(f'http://127.0.0.1:{port}/metrics') as answer:
            text = answer.read().decode()
        server.terminate()
    web.shutdown()
    web.server_close()
    values = dict(re.findall(r'^(process_resident_memory_bytes|prometheus_tsdb_head_series) (\S+)$',
                             text, re.MULTILINE))
    return (float(values['prometheus_tsdb_head_series']),
            float(values['process_resident_memory_bytes']))


def main():
    folder = tempfile.mkdtemp()
    try:
        run('tar', '-C', folder, '-xJf', CAPTURES)
        print(run(f'{os.path.dirname(__file__)}/../dev/results.sh', 'head'))
        agent = agent_series(folder)
        stored = [name for name, _ in agent
                  if not re.match(r'alloctag_\w*_(objects|allocations_total)\b', name)]
        print(f'series of a machine (alloctag-agent, Linux 6.12 in a VM): {len(agent)}; '
              f'with the\nexample of prometheus.yml: {len(stored)}')
        series = agent_series(folder, '--top=80')[:SERIES]
        print(f'{SERIES} series of each of {MACHINES} machines, {HOURS} hours, a sample a minute:')
        for part in (0, 0.1, 0.5, 1):
            all_bytes, chunk_bytes = measure_disk(folder, series, part)
            print(f'  {part * 100:3.0f} % of the values change: {all_bytes:.2f} bytes a sample, '
                  f'{chunk_bytes:.2f} without the index')
        few_series, few_bytes = measure_memory(folder, series, 5)
        many_series, many_bytes = measure_memory(folder, series, 255)
        print(f'memory: {few_series:.0f} series {few_bytes / 1e6:.0f} MB, '
              f'{many_series:.0f} series {many_bytes / 1e6:.0f} MB: '
              f'{(many_bytes - few_bytes) / (many_series - few_series):.0f} bytes a series')
    finally:
        shutil.rmtree(folder)


main()
