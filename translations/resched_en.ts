<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
    <context>
        <name>Caption</name>
        <message numerus="yes">
            <source>%n CPU(s)</source>
            <translation>
                <numerusform>%n CPU</numerusform>
                <numerusform>%n CPUs</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Format</name>
        <message numerus="yes">
            <source>%n event(s) lost</source>
            <translation>
                <numerusform>%n event lost</numerusform>
                <numerusform>%n events lost</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>HitText</name>
        <message numerus="yes">
            <source>%n slice(s) in this pixel of %1</source>
            <translation>
                <numerusform>%n slice in this pixel of %1</numerusform>
                <numerusform>%n slices in this pixel of %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n task(s) running or waiting on %1</source>
            <translation>
                <numerusform>%n task running or waiting on %1</numerusform>
                <numerusform>%n tasks running or waiting on %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n state(s) of %1 in this pixel</source>
            <translation>
                <numerusform>%n state of %1 in this pixel</numerusform>
                <numerusform>%n states of %1 in this pixel</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StripPlot</name>
        <message numerus="yes">
            <source>%n other task(s)</source>
            <translation>
                <numerusform>%n other task</numerusform>
                <numerusform>%n other tasks</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>resched::ui::DetailsPanel</name>
        <message numerus="yes">
            <source>Meanwhile %n task(s) had the CPU; most of it %1 with %2.</source>
            <translation>
                <numerusform>Meanwhile %n task had the CPU; most of it %1 with %2.</numerusform>
                <numerusform>Meanwhile %n tasks had the CPU; most of it %1 with %2.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>resched::ui::DiagnosticsPanel</name>
        <message numerus="yes">
            <source>%n CPU(s)</source>
            <translation>
                <numerusform>%n CPU</numerusform>
                <numerusform>%n CPUs</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n task(s)</source>
            <translation>
                <numerusform>%n task</numerusform>
                <numerusform>%n tasks</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>resched::ui::SweepDialog</name>
        <message numerus="yes">
            <source>%n run(s)</source>
            <translation>
                <numerusform>%n run</numerusform>
                <numerusform>%n runs</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>resched::ui::SweepPlot</name>
        <message numerus="yes">
            <source>mean of %n seed(s)</source>
            <translation>
                <numerusform>mean of %n seed</numerusform>
                <numerusform>mean of %n seeds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%1, mean of %n seed(s)</source>
            <translation>
                <numerusform>%1, mean of %n seed</numerusform>
                <numerusform>%1, mean of %n seeds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Figure</name>
        <message numerus="yes">
            <source>simulated with %n seed(s)</source>
            <translation>
                <numerusform>simulated with %n seed</numerusform>
                <numerusform>simulated with %n seeds</numerusform>
            </translation>
        </message>
    </context>
</TS>
