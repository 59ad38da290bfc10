#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: servers.py SERVERS FLEET FOLDER PROM

Load what tools/alloctag/fleet has into real servers. Debian's node exporter
serves the metrics in the file PROM, and Debian's Prometheus scrapes it, with
the configuration and the rules of FLEET. It already has three hours of history
of the same series: a line and two parts of MemTotal grow in it. SERVERS is the
folder of the programs; FOLDER is an empty one for files.

Prints a line for each check: "ok" or "failed", a tab, its name, a tab, details.
The intervals of the configuration and of the rules are replaced by a second.
"""
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVERS, FLEET, FOLDER, PROM = (os.path.abspath(name) for name in sys.argv[1:])
MINUTES = 180
LINE = 'file="mm/percpu.c",line="513"'
# What grows, and by how many bytes a minute.
GROWTH = {
    r'alloctag_line_bytes{' + LINE: 12000,
    r'alloctag_memory_bytes{part="kernel"': 3 << 20,
    r'alloctag_memory_bytes{part="no_line"': 1 << 20,
    r'alloctag_available_bytes': -4 << 20,
}


def check(name, good, details=''):
    details = re.sub(r'\s+', ' ', str(details))[:2000]
    print('ok' if good else 'failed', name, details, sep='\t', flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def get(url, **parameters):
    if parameters:
        url += '?' + urllib.parse.urlencode(parameters)
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def eventually(function):
    """Until it returns something, for half a minute; None if it doesn't."""
    for _ in range(150):
        try:
            result = function()
        except (OSError, ValueError):
            result = None
        if result:
            return result
        time.sleep(0.2)
    return None


def write_history(name, target):
    """The metrics of PROM, a sample a minute until a minute ago, as OpenMetrics."""
    end = int(time.time()) - 60
    with open(PROM, encoding='utf-8') as metrics, open(name, 'w', encoding='utf-8') as out:
        for line in metrics:
            if line.startswith('# HELP'):
                continue
            # OpenMetrics names a counter without the suffix of its samples.
            if line.startswith('# TYPE'):
                out.write(line.replace('_total counter', ' counter'))
                continue
            series, value = line.rsplit(' ', 1)
            rate = [rate for start, rate in GROWTH.items() if series.startswith(start)]
            labels = f'job="node",instance="{target}"'
            series = series.replace('{', '{' + labels + ',') if '{' in series else \
                f'{series}{{{labels}}}'
            for minute in range(-MINUTES, 1):
                number = int(value) + (minute * rate[0] if rate else 0)
                out.write(f'{series} {number} {end + 60 * minute}\n')
        out.write('# EOF\n')


def prepare(target):
    """The configuration and the rules, changed to be quick. Returns its name."""
    for name in ('alerts.yml', 'records.yml', 'prometheus.yml'):
        with open(f'{FLEET}/{name}', encoding='utf-8') as file:
            text = file.read()
        text = re.sub(r'interval: \d+[sm]', 'interval: 1s', text)
        text = text.replace('localhost:9100', target)
        # The example of machines without lines: another name of the same one.
        text = text.replace('# - targets: [...]',
                            f"- targets: ['{target.replace('127.0.0.1', 'localhost')}']")
        text = text.replace('#   labels:', '  labels:')
        with open(f'{FOLDER}/{name}', 'w', encoding='utf-8') as file:
            file.write(text)
    return f'{FOLDER}/prometheus.yml'


class Server:
    def __init__(self, url):
        self.url = url

    def query(self, expression, **parameters):
        """The result of a query, at one time or, with a start, over a range."""
        kind = 'query_range' if parameters else 'query'
        try:
            answer = get(f'{self.url}/api/v1/{kind}', query=expression, **parameters)
        except urllib.error.HTTPError as error:
            return error.read().decode()
        return json.loads(answer)['data']['result']

    def has(self, expression):
        result = self.query(expression)
        return isinstance(result, list) and bool(result)


def replace_variables(text):
    return text.replace('$job', '.*').replace('$instance', '.*')


def check_dashboard(server):
    with open(f'{FLEET}/dashboard.json', encoding='utf-8') as file:
        dashboard = json.load(file)
    now = time.time()
    for panel in dashboard['panels']:
        for target in panel['targets']:
            expression = replace_variables(target['expr'])
            instant = target['instant']
            result = server.query(expression) if instant else \
                server.query(expression, start=now - 6 * 3600, end=now, step=60)
            # More than one sample, or a panel shows nothing.
            good = isinstance(result, list) and result and \
                (instant or max(len(series['values']) for series in result) > 100)
            check(f"dashboard: {panel['title']}: data", good, result)
    for variable in dashboard['templating']['list']:
        if variable['type'] != 'query':
            continue
        match = re.fullmatch(r'label_values\((.*), (\w+)\)',
                             replace_variables(variable['query']['query']))
        values = json.loads(get(f'{server.url}/api/v1/label/{match[2]}/values',
                                **{'match[]': match[1]}))['data']
        check(f"dashboard: the variable {variable['name']}: values", values, values)


def check_rules(server):
    def evaluated():
        groups = json.loads(get(f'{server.url}/api/v1/rules'))['data']['groups']
        rules = [rule for group in groups for rule in group['rules']]
        return rules if all(rule['health'] != 'unknown' for rule in rules) else None

    rules = eventually(evaluated) or []
    bad = [rule for rule in rules if rule['health'] != 'ok']
    check('rules: all are evaluated', len(rules) == 10 and not bad, bad or rules)
    for name, states, labels in (
            ('AlloctagLineGrows', ('firing',), {'file': 'mm/percpu.c', 'line': '513'}),
            ('AlloctagMemoryWithoutLine', ('pending', 'firing'), {}),
            ('AlloctagOutOfMemory', ('pending', 'firing'), {})):
        # Without lambda's late binding: this is called at once.
        def active():
            alerts = json.loads(get(f'{server.url}/api/v1/alerts'))['data']['alerts']
            return [alert for alert in alerts if alert['labels']['alertname'] == name]

        alerts = eventually(active) or []
        check(f'rules: {name}', len(alerts) == 1 and alerts[0]['state'] in states and
              labels.items() <= alerts[0]['labels'].items(), alerts)
    recorded = eventually(lambda: server.query('job:alloctag_line_bytes:sum'))
    check('rules: the sum of a line is recorded', recorded, recorded)


def check_scrape(server, target):
    up = eventually(lambda: len(server.query('up == 1')) == 2)
    check('scrape: the machines are up', up, server.query('up'))
    check('scrape: node exporter accepts the file',
          server.has('node_textfile_scrape_error == 0'),
          server.query('node_textfile_scrape_error'))
    # The history ends a minute ago.
    now = f'count_over_time(%s{{instance="{target}"}}[30s])'
    none = f"count_over_time(%s{{instance=\"{target.replace('127.0.0.1', 'localhost')}\"}}[30s])"
    for metric in ('alloctag_line_bytes', 'alloctag_module_bytes', 'alloctag_all_bytes'):
        check(f'scrape: {metric} is stored', server.has(now % metric))
    for metric in ('alloctag_line_objects', 'alloctag_line_allocations_total',
                   'alloctag_module_objects', 'alloctag_all_objects'):
        check(f'scrape: {metric} is dropped', server.query(now % metric) == [],
              server.query(now % metric))
    check('scrape: without lines: modules are stored',
          server.has(none % 'alloctag_module_bytes'))
    check('scrape: without lines: lines are dropped',
          server.query(none % 'alloctag_line_bytes') == [])
    # They add up to what the exporter says that they do.
    for rows, rest in (('alloctag_line_bytes', 'alloctag_rest_bytes'),
                       ('alloctag_module_bytes', 'alloctag_module_rest_bytes')):
        own = f'{{instance="{target}"}}'
        result = server.query(f'sum({rows}{own}) + sum({rest}{own}) - '
                              f'sum(alloctag_all_bytes{own})')
        check(f'scrape: {rows} and {rest} add up',
              bool(result) and result[0]['value'][1] == '0', result)


def main():
    target = f'127.0.0.1:{free_port()}'
    server = Server(f'http://127.0.0.1:{free_port()}')
    config = prepare(target)
    write_history(f'{FOLDER}/history', target)
    filled = subprocess.run([f'{SERVERS}/promtool', 'tsdb', 'create-blocks-from', 'openmetrics',
                             f'{FOLDER}/history', f'{FOLDER}/data'], check=False,
                            capture_output=True, text=True)
    check('history: is accepted as OpenMetrics', filled.returncode == 0, filled.stderr)
    with open(f'{FOLDER}/log', 'w', encoding='utf-8') as log:
        programs = [subprocess.Popen(command, stdout=log, stderr=log) for command in (
            [f'{SERVERS}/prometheus-node-exporter', f'--web.listen-address={target}',
             '--collector.disable-defaults', '--collector.textfile',
             f'--collector.textfile.directory={os.path.dirname(PROM)}'],
            [f'{SERVERS}/prometheus', f'--config.file={config}',
             f'--storage.tsdb.path={FOLDER}/data', '--log.level=warn',
             f"--web.listen-address={server.url.removeprefix('http://')}"])]
        try:
            if eventually(lambda: get(f'{server.url}/-/ready')):
                check_scrape(server, target)
                check_rules(server)
                check_dashboard(server)
            else:
                with open(f'{FOLDER}/log', encoding='utf-8') as text:
                    check('prometheus is ready', False, text.read())
        finally:
            for program in programs:
                program.terminate()
            for program in programs:
                program.wait()


main()
